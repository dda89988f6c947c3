import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { PdfOptions, PdfPart } from '#core/server/pdf/parts.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import type { Concern } from '../contract.ts'
import { entryKindLabels } from '../labels-contract.ts'
import { openChronology } from './concerns.ts'

/** A chronology on a letterhead. */
export interface ChronologyPdf extends PdfOptions {
  parts: PdfPart[]
}

const chronologyPdf = definePdf<ChronologyPdf>(new URL('draw-chronology.ts', import.meta.url))

const selectHead = statement(
  z.object({ name: z.string(), zone: z.string() }),
  'select name, time_zone as zone from tenants where id = $tenantId',
)

/** Exports all concerns of a child as PDF, recorded before the first byte is sent. @throws forbidden */
export async function exportChronology({ core, http }: Unscoped, studentId: string): Promise<FileAnswer> {
  const { concerns, name, zone, madeBy } = await core.db.tenant(tenantFor(http), http.actor, async (scope) => {
    const [head] = await scope.rows(selectHead, { tenantId: scope.tenantId })
    return {
      concerns: await openChronology(scope, studentId, 'export'),
      name: head?.name ?? '',
      zone: head?.zone ?? 'UTC',
      madeBy: scope.actor.user?.name ?? '',
    }
  })
  const shape = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  const time = (at: string) => shape.format(new Date(at))
  const now = core.clock.now()
  const bytes = await core.pdfs.make(chronologyPdf, {
    title: 'Chronology',
    letterhead: { name },
    createdAt: now,
    foot: `Made by ${madeBy} on ${time(now.toISOString())}. Strictly confidential.`,
    parts: [
      { kind: 'heading', level: 1, text: `Chronology: ${concerns.at(-1)?.studentName ?? 'no concerns'}` },
      ...concerns.flatMap((concern) => partsOf(concern, time)),
    ],
  })
  return new FileAnswer('application/pdf', bytes, {
    'content-disposition': 'attachment; filename="chronology.pdf"',
    'cache-control': 'no-store',
  })
}

function partsOf(concern: Concern, time: (at: string) => string): PdfPart[] {
  const { number, writtenAt, writtenByName, aboutUserName, said, seen, informed, done, entries } = concern
  const facts: [string, string][] = [
    ['Written by', writtenByName],
    ['About staff', aboutUserName],
    ['The child’s own words', said],
    ['Seen', seen],
    ['People informed', informed],
    ['Done', done],
  ]
  const rows = [
    ...facts.filter(([, text]) => text !== ''),
    ...entries.map(({ kind, words, reason, writtenByName: by, writtenAt: at }) => [
      `${entryKindLabels[kind]}, ${time(at)}`,
      `${words}${reason ? ` Reason: ${reason}` : ''} (${by})`,
    ]),
  ]
  const columns = [
    { label: 'What', share: 0.3 },
    { label: 'Record', share: 0.7 },
  ]
  return [
    { kind: 'heading', level: 2, text: `No. ${number}, ${time(writtenAt)}` },
    { kind: 'table', columns, rows },
  ]
}
