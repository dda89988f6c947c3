import { Readable } from 'node:stream'
import type { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, Scope } from '#core/server/core.ts'
import { csvLine } from '#core/server/csv.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { csvLinesAnswer } from '#core/server/http/table-answer.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import type { AuditFilters, auditContract } from '../contract.ts'
import { findActs, periodOf } from './audit-logs.ts'
import type { Period, StoredAct } from './audit-logs.ts'
import type { Position } from './cursor.ts'

type ExportQuery = z.output<(typeof auditContract.exportAuditLogs)['query']>

/** Rows that are in memory at a time. */
const BATCH_SIZE = 1000

const columns = [
  'createdAt',
  'severity',
  'category',
  'action',
  'description',
  'success',
  'userName',
  'userEmail',
  'tenantName',
  'ipAddress',
  'userAgent',
  'resource',
  'resourceId',
  'errorMessage',
  'metadata',
  'id',
] as const satisfies (keyof StoredAct)[]

const formats = {
  csv: (act: StoredAct) => csvLine(columns.map((name) => act[name])),
  ndjson: (act: StoredAct) => `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, act[name]])))}\n`,
}

interface Reader {
  core: Core
  actor: Actor
  /** Organization whose part of the log is exported; null for all of it. */
  tenantId: string | null
}

/** Everything up to now that fits the filters. The export is on record before its first byte leaves. */
export async function exportActs(reader: Reader, { format, ...filters }: ExportQuery): Promise<FileAnswer> {
  const { core } = reader
  const now = core.clock.now()
  // Fixed at the beginning: a relative range would move while a long export runs.
  const period: Period = { to: now.toISOString(), ...periodOf(filters, now) }
  await inScope(reader, (scope) =>
    record(scope, {
      action: 'audit.exported',
      category: 'security',
      description: `Exported the audit log as ${format === 'csv' ? 'CSV' : 'NDJSON'}`,
      resource: 'audit_log',
      metadata: { format, filters: { ...filters, ...period } },
    }),
  )
  const filename = `audit-log-${now.toISOString().slice(0, 10)}`
  const lines = listLines(reader, filters, period, formats[format])
  if (format === 'csv') return csvLinesAnswer(filename, columns, lines)
  return new FileAnswer('application/x-ndjson; charset=utf-8', Readable.from(lines, { objectMode: false }), {
    'content-disposition': `attachment; filename="${filename}.ndjson"`,
  })
}

function inScope<T>({ core, actor, tenantId }: Reader, work: (scope: Scope) => Promise<T>): Promise<T> {
  return tenantId === null ? core.db.platform(actor, work) : core.db.tenant(tenantId, actor, work)
}

/** A transaction for each batch: a slow reader holds no connection, and a long export no snapshot. */
async function* listLines(
  reader: Reader,
  filters: AuditFilters,
  period: Period,
  line: (act: StoredAct) => string,
): AsyncGenerator<string> {
  let after: Position | undefined
  for (;;) {
    const acts = await inScope(reader, (scope) => findActs(scope, filters, period, { limit: BATCH_SIZE, after }))
    if (acts.length > 0) yield acts.map(line).join('')
    if (acts.length < BATCH_SIZE) return
    after = acts.at(-1)
  }
}
