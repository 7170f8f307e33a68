import type { Payload } from '@temporalio/common';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** `metadata.encoding` of a payload, as text. */
export function encodingOf(payload: Payload): string {
  return textOf(payload.metadata?.encoding);
}

export function textOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? decoder.decode(bytes) : '';
}

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}
