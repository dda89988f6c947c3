/** Like '2026-11-21T070000Z': sorts by time and is a file's name everywhere. */
const stamp = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')

/** @param number above 1 where there is an archive of the same second already */
export function archiveName(at: Date, subdomain: string | null, encrypted: boolean, number = 1): string {
  const about = subdomain === null ? '' : `${subdomain}-`
  return `trellis-${about}${stamp(at)}${ending(encrypted, number)}`
}

/** Name of an archive of everything, made before it is migrated. @param number as above */
export const upgradeArchiveName = (at: Date, version: string, encrypted: boolean, number: number) =>
  `trellis-${stamp(at)}-before-${version}${ending(encrypted, number)}`

/** Name of an archive of what was left in a broken database. */
export const rescueArchiveName = (at: Date, encrypted: boolean) => `trellis-${stamp(at)}-broken${ending(encrypted, 1)}`

/** Name of the same archive with the contents of its files inside. */
export const packedName = (name: string) => name.replace(/(?=\.tar\.zst)/, '-with-files')

const ending = (encrypted: boolean, number: number) =>
  `${number > 1 ? `-${number}` : ''}.tar.zst${encrypted ? '.age' : ''}`
