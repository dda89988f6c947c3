import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import type { DoorSheet } from './draw-sheet.ts'
import { getDoor } from './get-door.ts'

const sheetPdf = definePdf<DoorSheet>(new URL('draw-sheet.ts', import.meta.url))

const selectOrganization = statement(
  z.object({ name: z.string(), zone: z.string() }),
  'select name, time_zone as zone from tenants where id = $tenantId',
)

/**
 * Prints a sheet on which adults sign children in and out, with who may pick them up; people who may not are on no paper
 * that lies at the door. Staff look at the screen for them.
 * @throws not-found, forbidden at another instructor's door
 */
export async function printSignInSheet(
  scope: TenantScope,
  sessionId: string,
  chosenMeeting?: string,
): Promise<FileAnswer> {
  const { sessionName, location, meeting, works, children } = await getDoor(scope, sessionId, chosenMeeting)
  if (!works) throw forbidden('Another instructor leads this session')
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  const { name = '', zone = 'UTC' } = organization ?? {}
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  const when = times.formatRange(new Date(meeting.startsAt), new Date(meeting.endsAt))
  const now = scope.core.clock.now()
  const sheet: DoorSheet = {
    title: `Sign-in sheet, ${sessionName}`,
    letterhead: { name },
    createdAt: now,
    foot: `Printed by ${scope.actor.user?.name ?? ''} on ${times.format(now)}`,
    parts: [
      { kind: 'heading', level: 1, text: `Sign-in sheet: ${sessionName}` },
      { kind: 'paragraph', text: [when, location].filter(Boolean).join(' · ') },
      {
        kind: 'table',
        columns: [
          { label: 'Child', share: 0.2 },
          { label: 'May pick up', share: 0.28 },
          { label: 'In', share: 0.09 },
          { label: 'Signature', share: 0.17 },
          { label: 'Out', share: 0.09 },
          { label: 'Signature', share: 0.17 },
        ],
        rows: children.map(({ firstName, lastName, allowed }) => [
          `${firstName} ${lastName}`,
          allowed.map((person) => person.name).join(', '),
          '',
          '',
          '',
          '',
        ]),
      },
    ],
  }
  const disposition = `inline; filename="sign-in-${meeting.day}.pdf"`
  return new FileAnswer('application/pdf', () => scope.core.pdfs.make(sheetPdf, sheet), {
    'content-disposition': disposition,
    'cache-control': 'private, no-store',
  })
}
