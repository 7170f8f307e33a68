import type { Payload } from '@temporalio/common';

/** `metadata.encoding` of a payload, as text. */
export function encodingOf(payload: Payload): string {
  return textOf(payload.metadata?.encoding);
}

export function textOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? new TextDecoder().decode(bytes) : '';
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
