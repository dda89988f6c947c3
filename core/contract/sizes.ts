export const GIGABYTE = 1024 ** 3

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB']

/**
 * Bytes for people, with base 1024 as the specification has it (part 2, section 9): `12.4 MB`.
 * @param bytes whole, 0 or more
 * @param locale of who reads it, for the decimal sign; the system's where it is undefined
 */
export function sizeText(bytes: number, locale?: string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${(bytes / 1024 ** power).toLocaleString(locale, { maximumFractionDigits: 1 })} ${units[power]}`
}
