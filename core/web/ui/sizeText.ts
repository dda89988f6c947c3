const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes for people, with base 1024: '12.4 MB'. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[power]}`
}
