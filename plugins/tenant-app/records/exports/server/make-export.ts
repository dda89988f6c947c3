import { createHash } from 'node:crypto'
import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { Overtaken } from '#core/server/jobs/attempt.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { DOWNLOAD_DAYS } from '../contract.ts'
import { DataExportModel } from './data-export.ts'
import { recordHealthGiven } from './health-given.ts'
import { mailExport, mailPersonalExport } from './emails.ts'
import { writeOrganization, type Report } from './organization-archive.ts'
import { writePerson } from './person-archive.ts'
import { OrganizationSnapshot } from './snapshot.ts'
import { ZipWriter } from '#core/server/zip-writer.ts'

/** Milliseconds between updates of the progress, which also check for a cancellation. */
const PROGRESS_INTERVAL_MS = 1000

const DAY_MS = 86_400_000

/** Maximum number of attempts; a cause that keeps ending workers would end the next one as well. */
const MAX_ATTEMPTS = 3

/** Thrown when the export was canceled or deleted. */
class NotWanted extends Error {}

/**
 * Makes one export, from the beginning whenever the job is sent again. Of two jobs for it, the second does nothing while the
 * first one works. A worker that takes over another one's job waits until that one's connection has ended.
 */
export const makeExport = defineJob({
  name: 'tenant-app.make-export',
  scope: 'none',
  payload: z.object({ tenantId: z.uuid(), exportId: z.uuid() }),
  expiresIn: 6 * 3600,
  run: async (core, { tenantId, exportId }, attempt) => {
    const snapshot = await OrganizationSnapshot.open(core, tenantId, `tenant-app.export:${exportId}`)
    if (!snapshot && attempt.number > 0) throw new Error('The worker before still holds the export')
    if (!snapshot) return
    try {
      await runExport(core, snapshot, tenantId, exportId)
    } catch (error) {
      if (error instanceof Overtaken) throw error
      if (!(error instanceof NotWanted)) {
        // Logs nothing else: PostgreSQL's details may contain a row.
        const { code, message } = error as Error & { code?: string }
        core.log.error({ code, message, exportId }, 'an export failed')
        // Has no effect where another worker makes it by now, whose file has the same name.
        await failExport(core, tenantId, exportId)
      }
      await core.files.contents.removeMade(exportId).catch(() => undefined)
    } finally {
      await snapshot.close()
    }
  },
})

const wantedExport = z.object({
  kind: z.enum(['organization', 'person']),
  userId: z.uuid().nullable(),
  studentId: z.uuid().nullable(),
  includesHealth: z.boolean(),
  createdBy: z.uuid(),
  createdByName: z.string(),
  createdByRole: z.enum(roles),
})

const updateExportBegun = statement(
  wantedExport,
  `update data_exports set status = 'running', attempts = attempts + 1, progress = 0, touched_at = $now
    where id = $id and status in ('waiting', 'running') and attempts < ${MAX_ATTEMPTS} and created_by is not null
    returning kind, user_id as "userId", student_id as "studentId", includes_health as "includesHealth",
      created_by as "createdBy", created_by_name as "createdByName", created_by_role as "createdByRole"`,
)

async function runExport(core: Core, snapshot: OrganizationSnapshot, tenantId: string, id: string): Promise<void> {
  const [wanted] = await core.db.tenant(tenantId, systemActor, ({ rows, core: { clock } }) =>
    rows(updateExportBegun, { id, now: clock.now() }),
  )
  if (!wanted) return failExport(core, tenantId, id)
  const watch = new Watch(core, tenantId, id)
  // Closing the connection ends a slow query.
  watch.signal.addEventListener('abort', () => void snapshot.close(), { once: true })
  try {
    const zip = new ZipWriter(watch.signal, core.clock.now())
    const hash = createHash('sha256')
    let size = 0
    async function* summed() {
      for await (const chunk of zip.output) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    const writing = writeArchive(core, snapshot, zip, { tenantId, wanted, report: watch.report })
      .then((counts) => {
        zip.end()
        return counts
      })
      .catch((error: unknown) => {
        watch.abort(error)
        throw error
      })
    const storing = core.files.contents.putMade(id, summed()).catch((error: unknown) => {
      watch.abort(error)
      throw error
    })
    // A failure of one aborts the other; both must end before files are deleted.
    const [written, stored] = await Promise.allSettled([writing, storing])
    if (watch.signal.aborted) throw watch.signal.reason
    if (stored.status === 'rejected') throw stored.reason
    if (written.status === 'rejected') throw written.reason
    const counts = written.value
    await watch.end()
    const finished = {
      size,
      sha256: hash.digest('hex'),
      rowCount: counts.rows,
      fileCount: counts.files,
      missingCount: counts.missingFiles,
    }
    if (!(await finishExport(core, tenantId, id, finished))) throw new NotWanted()
  } finally {
    await watch.end()
  }
}

interface Writing {
  tenantId: string
  wanted: z.output<typeof wantedExport>
  report: Report
}

/** Writes the archive of either kind. @returns its contents */
async function writeArchive(
  core: Core,
  snapshot: OrganizationSnapshot,
  zip: ZipWriter,
  { tenantId, wanted, report }: Writing,
): Promise<{ rows: number; files: number; missingFiles: number }> {
  const { kind, includesHealth, userId, studentId, createdBy, createdByName, createdByRole } = wanted
  if (kind === 'organization') {
    return (await writeOrganization(core, snapshot, zip, { tenantId, includesHealth, report })).counts
  }
  const reader = { id: createdBy, email: null, role: createdByRole, tenantId, name: createdByName }
  return writePerson(core, snapshot, zip, {
    tenantId,
    subject: { userId, studentId, includesHealth, for: reader },
    report,
  })
}

type Finished = Pick<DataExportModel, 'size' | 'sha256' | 'rowCount' | 'fileCount' | 'missingCount'>

/** @returns false where it was canceled meanwhile */
function finishExport(core: Core, tenantId: string, id: string, finished: Finished): Promise<boolean> {
  return core.db.tenant(tenantId, systemActor, async (scope) => {
    const now = scope.core.clock.now()
    const [made] = await DataExportModel.query(scope.trx)
      .where({ id, status: 'running' })
      .whereNotNull('createdBy')
      .patch({
        ...finished,
        status: 'ready',
        progress: 100,
        finishedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + DOWNLOAD_DAYS * DAY_MS).toISOString(),
      })
      .returning('*')
    if (!made) return false
    if (made.includesHealth) await recordHealthGiven(scope, made)
    await (made.kind === 'person' ? mailPersonalExport(scope, made) : mailExport(scope, made))
    return true
  })
}

const updateExportFailed = statement(
  `update data_exports set status = 'failed', finished_at = $now where id = $id and status in ('waiting', 'running')`,
)

const failExport = (core: Core, tenantId: string, id: string): Promise<void> =>
  core.db.tenant(tenantId, systemActor, async ({ rows }) => {
    await rows(updateExportFailed, { id, now: core.clock.now() })
  })

const updateProgress = statement(
  z.object({ id: z.uuid() }),
  `update data_exports set progress = $progress, touched_at = $now where id = $id and status = 'running' returning id`,
)

/** Saves the progress of an export, and aborts it once it is canceled or deleted. */
class Watch {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #noting = Promise.resolve()
  #share = 0

  constructor(core: Core, tenantId: string, id: string) {
    const tell = () =>
      core.db.tenant(tenantId, systemActor, async ({ rows }) => {
        const progress = Math.min(99, Math.floor(this.#share * 100))
        const [isWanted] = await rows(updateProgress, { id, progress, now: core.clock.now() })
        if (!isWanted) this.abort(new NotWanted())
      })
    this.#timer = setInterval(() => {
      // A failed update is repeated a second later.
      this.#noting = this.#noting.then(tell).catch(() => undefined)
    }, PROGRESS_INTERVAL_MS)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly report = (share: number): void => {
    this.#share = share
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Resolves when no update is pending. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#noting
  }
}
