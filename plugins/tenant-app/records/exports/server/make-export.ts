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

/** Milliseconds between two notes of how far it is, which also see whether it was cancelled. */
const PROGRESS_INTERVAL_MS = 1000

const DAY_MS = 86_400_000

/** Times that one is begun; whatever keeps ending it would end it again. */
const MAX_ATTEMPTS = 3

/** Thrown where nobody wants the export any more. */
class NotWanted extends Error {}

/**
 * Makes one export, from the beginning whenever it is sent again. Of two jobs for it, the second does nothing while the
 * first one works. A worker that is given the job of another one waits until that one's connection has ended.
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
        // Nothing more: what PostgreSQL says besides may hold a row.
        const { code, message } = error as Error & { code?: string }
        core.log.error({ code, message, exportId }, 'an export failed')
        // Refused where another worker makes it by now, whose content has the same name.
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
  // A question to the database that takes its time ends with its connection.
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
    // Whichever fails has ended the other one; both have to be over before anything is removed.
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

/** Writes the archive of either kind. @returns what is in it */
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

/** @returns false where it was cancelled meanwhile */
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

/** Writes down how far an export is, and ends it where nobody wants it any more. */
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
      // What could not be noted is noted a second later.
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

  /** Returns when nothing is being written any more. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#noting
  }
}
