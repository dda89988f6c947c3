import { decodeText } from '../encodings.ts'
import { cleanCell } from '../read-table.ts'
import { refuseFile } from '../refuse-file.ts'
import { parseLines } from './read-records.ts'
import type { RosterFile } from './roster-files.ts'

const modes = ['bulk', 'delta', 'absent'] as const
/** Content of a file: all records, changes only, or none. */
export type FileMode = (typeof modes)[number]

export interface Manifest {
  version: '1.1' | '1.2'
  /** Name of the exporting system, which scopes its ids. */
  system: string
  modeOf: (file: RosterFile) => FileMode
}

const MAX_SYSTEM_LENGTH = 100

/** Reads the manifest of an archive. @throws invalid 400 at `file` unless its version is OneRoster 1.1 or 1.2 */
export function readManifest(bytes: Buffer | undefined): Manifest {
  if (!bytes) refuseFile('The archive has no manifest.csv. Export it as OneRoster 1.1 or 1.2 CSV.')
  const lines = parseLines(decodeText(bytes).text)
  if (typeof lines === 'string') refuseFile(`manifest.csv: ${lines}`)
  const values = new Map(
    lines.map(({ record: [name = '', value = ''] }) => [cleanCell(name).toLowerCase(), cleanCell(value)]),
  )
  const given = values.get('oneroster.version') ?? ''
  const version = /^v?(1\.[12])(\.\d+)?$/i.exec(given)?.[1]
  if (version !== '1.1' && version !== '1.2')
    refuseFile(`manifest.csv says OneRoster ${given || 'of no version'}. Versions 1.1 and 1.2 are imported.`)
  return {
    version,
    system: (values.get('source.systemcode') || values.get('source.systemname') || '').slice(0, MAX_SYSTEM_LENGTH),
    modeOf: (file) => {
      const mode = values.get(`file.${file.slice(0, -'.csv'.length)}`)?.toLowerCase()
      return modes.find((one) => one === mode) ?? 'absent'
    },
  }
}
