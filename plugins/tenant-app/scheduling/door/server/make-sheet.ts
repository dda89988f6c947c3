import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { PdfOptions, PdfPart } from '#core/server/pdf/parts.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import type { Door } from '../contract.ts'

/** A sheet that is printed for the door. */
export interface DoorSheet extends PdfOptions {
  parts: PdfPart[]
}

const sheetPdf = definePdf<DoorSheet>(new URL('draw-sheet.ts', import.meta.url))

const selectOrganization = statement(
  z.object({ name: z.string(), zone: z.string() }),
  'select name, time_zone as zone from tenants where id = $tenantId',
)

interface NewSheet {
  /** Written above the sheet. */
  title: string
  /** Begins the file's name. */
  file: string
  table: Omit<Extract<PdfPart, { kind: 'table' }>, 'kind'>
  /** Written below the table. */
  note?: string
}

/** Makes a sheet about the children of a meeting, with who prints it and when. */
export async function makeSheet(
  scope: TenantScope,
  { sessionName, location, meeting }: Door,
  { title, file, table, note }: NewSheet,
): Promise<FileAnswer> {
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  const { name = '', zone = 'UTC' } = organization ?? {}
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  const when = times.formatRange(new Date(meeting.startsAt), new Date(meeting.endsAt))
  const now = scope.core.clock.now()
  const sheet: DoorSheet = {
    title: `${title}, ${sessionName}`,
    letterhead: { name },
    createdAt: now,
    foot: `Printed by ${scope.actor.user?.name ?? ''} on ${times.format(now)}`,
    parts: [
      { kind: 'heading', level: 1, text: `${title}: ${sessionName}` },
      { kind: 'paragraph', text: [when, location].filter(Boolean).join(' · ') },
      { kind: 'table', ...table },
      ...(note === undefined ? [] : [{ kind: 'paragraph', text: note } as const]),
    ],
  }
  return new FileAnswer('application/pdf', () => scope.core.pdfs.make(sheetPdf, sheet), {
    'content-disposition': `inline; filename="${file}-${meeting.day}.pdf"`,
    'cache-control': 'private, no-store',
  })
}
