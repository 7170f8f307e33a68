/** Messages of Postgres' protocol, as they are written to its socket. */
export class Outgoing {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;
  #start = 0;

  query(text: string): void {
    this.#begin('Q').#text(text).#close();
  }

  /** Prepares a statement, and asks what its columns are. */
  parse(name: string, text: string): void {
    this.#begin('P').#text(name).#text(text).#int16(0).#close();
    this.#begin('D').#byte('S').#text(name).#close();
  }

  bind(name: string, values: readonly (string | Uint8Array | null)[]): void {
    this.#begin('B').#text('').#text(name);
    const isBinary = (value: string | Uint8Array | null): boolean => value !== null && typeof value !== 'string';
    this.#int16(values.length);
    for (const value of values) this.#int16(isBinary(value) ? 1 : 0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0).#close();
  }

  execute(): void {
    this.#begin('E').#text('').#int32(0).#close();
    this.#begin('S').#close();
  }

  terminate(): void {
    this.#begin('X').#close();
  }

  /** Everything that was written since the last time. It is good until more is written. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    return taken;
  }

  #begin(code: string): this {
    this.#byte(code);
    this.#start = this.#end;
    return this.#int32(0);
  }

  #close(): void {
    this.#bytes.writeInt32BE(this.#end - this.#start, this.#start);
  }

  #byte(code: string): this {
    this.#need(1);
    this.#bytes[this.#end++] = code.charCodeAt(0);
    return this;
  }

  #int16(value: number): this {
    this.#need(2);
    this.#end = this.#bytes.writeInt16BE(value, this.#end);
    return this;
  }

  #int32(value: number): this {
    this.#need(4);
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
    return this;
  }

  #text(text: string): this {
    this.#need(3 * text.length + 1);
    this.#end += this.#bytes.write(text, this.#end);
    this.#bytes[this.#end++] = 0;
    return this;
  }

  #value(value: string | Uint8Array | null): void {
    if (value === null) {
      this.#int32(-1);
      return;
    }
    const most = typeof value === 'string' ? 3 * value.length : value.length;
    this.#need(4 + most);
    let length = most;
    if (typeof value === 'string') length = this.#bytes.write(value, this.#end + 4);
    else this.#bytes.set(value, this.#end + 4);
    this.#end = this.#bytes.writeInt32BE(length, this.#end) + length;
  }

  #need(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#end + more));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
