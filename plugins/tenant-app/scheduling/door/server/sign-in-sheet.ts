import type { TenantScope } from '#core/server/core.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { getOwnDoor } from './get-door.ts'
import { makeSheet } from './make-sheet.ts'

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
  const door = await getOwnDoor(scope, sessionId, chosenMeeting)
  return makeSheet(scope, door, {
    title: 'Sign-in sheet',
    file: 'sign-in',
    table: {
      columns: [
        { label: 'Child', share: 0.2 },
        { label: 'May pick up', share: 0.28 },
        { label: 'In', share: 0.09 },
        { label: 'Signature', share: 0.17 },
        { label: 'Out', share: 0.09 },
        { label: 'Signature', share: 0.17 },
      ],
      rows: door.children.map(({ firstName, lastName, allowed }) => [
        `${firstName} ${lastName}`,
        allowed.map((person) => person.name).join(', '),
        '',
        '',
        '',
        '',
      ]),
    },
  })
}
