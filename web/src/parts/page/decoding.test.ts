import { expect, test } from 'vitest';
import { decoded } from './decoding';

function bytes(...values: number[]): ArrayBuffer {
  return new Uint8Array(values).buffer;
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

test('the header says the encoding, else the page itself does, else it is UTF-8', () => {
  expect(decoded(bytes(0xe9), 'text/html; charset=iso-8859-1')).toBe('é');
  expect(decoded(bytes(...ascii('<meta charset="windows-1252">'), 0xe9), 'text/html')).toContain('é');
  expect(decoded(bytes(0xc3, 0xa9), null)).toBe('é');
});

test('an encoding that nobody knows does no harm', () => {
  expect(decoded(bytes(0xc3, 0xa9), 'text/html; charset="; x=<script>')).toBe('é');
  expect(decoded(bytes(0x61), 'text/html; charset=klingon')).toBe('a');
});
