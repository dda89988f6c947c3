const BLOCK_BYTES = 512

/** Two empty blocks say that a tar is complete. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK_BYTES)

/** An entry of a tar (POSIX ustar) before its content. @param name at most 100 bytes of ASCII */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 100, 'ascii')
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(modified.getTime() / 1000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\u0000 `, 148, 'latin1')
  return header
}

/** Fills the last block of an entry's content. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)

/** A whole entry. */
export const tarEntry = (name: string, content: Buffer, modified: Date) =>
  Buffer.concat([tarHeader(name, content.length, modified), content, tarPadding(content.length)])
