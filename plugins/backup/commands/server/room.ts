import type { Core } from '#core/server/core.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { prepareDatabase } from '../../operations/server/rescue.ts'

/** Codes of PostgreSQL (SQLSTATE) for tables, columns, functions and types that are missing, or there already. */
const OTHER_TABLES_CODES = new Set(['42P01', '42703', '42883', '42704', '3F000', '42P07', '42701', '42710', '42723'])

function isAboutTables(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return OTHER_TABLES_CODES.has((error as { code?: string }).code ?? '') || isAboutTables(error.cause)
}

/**
 * Runs a restore on whatever a database is in: where its tables are not as they should be, once more on an empty one, with
 * what was there saved and put aside.
 */
export async function onAnyDatabase(run: CommandRunner, work: (core: Core) => Promise<void>): Promise<void> {
  try {
    await run(work)
  } catch (error) {
    if (!isAboutTables(error)) throw error
    let noteRoom: Awaited<ReturnType<typeof prepareDatabase>>
    await run(
      async (core) => {
        await noteRoom?.(core)
        await work(core)
      },
      async (core) => {
        noteRoom = await prepareDatabase(core)
        if (!noteRoom) throw error
      },
    )
  }
}
