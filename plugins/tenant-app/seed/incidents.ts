import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { hoursAgo, insert, type SeededOrganization, type SeededStudent } from './rows.ts'
import type { SeededSession } from './sessions.ts'

interface Story {
  hours: number
  status: 'submitted' | 'shared' | 'acknowledged' | 'closed'
  kind: string
  place: string
  description: string
  bodyParts?: string[]
  firstAid?: string
  prevention?: string
  familyText: string
}

const stories: readonly Story[] = [
  {
    hours: 3,
    status: 'submitted',
    kind: 'injury',
    place: 'Playground',
    description: 'Ran after the ball, slipped on wet leaves and scraped a knee. No swelling, walked at once.',
    bodyParts: ['knee'],
    firstAid: 'Washed with water, plaster.',
    prevention: 'Sweep the leaves before recess.',
    familyText: 'Slipped on wet leaves at recess and scraped a knee. We washed it and put a plaster on it.',
  },
  {
    hours: 27,
    status: 'shared',
    kind: 'illness',
    place: 'Room 4',
    description: 'Said that the head hurt after lunch, lay down for twenty minutes, had no fever.',
    firstAid: 'Water, rest in the quiet corner, temperature 98.4 °F.',
    familyText: 'Had a headache after lunch. Water and twenty minutes of rest helped, and there was no fever.',
  },
  {
    hours: 150,
    status: 'acknowledged',
    kind: 'injury',
    place: 'Workshop',
    description: 'Touched the tip of the glue gun with a finger while it cooled down.',
    bodyParts: ['hand'],
    firstAid: 'Ten minutes under cool water. Small red spot, no blister.',
    prevention: 'Glue guns cool down on the teacher’s table.',
    familyText: 'Touched a warm glue gun with a finger. We cooled it for ten minutes; there is a small red spot.',
  },
  {
    hours: 500,
    status: 'closed',
    kind: 'near-miss',
    place: 'Gym',
    description: 'A shelf of the robot arena tipped over with no one beside it.',
    prevention: 'Shelves are screwed to the wall.',
    familyText: 'A shelf tipped over in the gym today. No one stood near it, and it is fixed to the wall now.',
  },
]

/** Seeds incident reports in each state, about children with a guardian. The demo has no concerns. */
export async function seedIncidents(
  scope: PlatformScope,
  { id: tenantId, instructors, staff }: SeededOrganization,
  students: readonly SeededStudent[],
  sessions: readonly SeededSession[],
): Promise<void> {
  const [writtenBy, writtenByName] = [instructors[0], staff[0]]
  const children = students.filter(({ guardians }) => guardians.length > 0)
  if (!writtenBy || !writtenByName || children.length === 0) return
  const admin = staff.at(-1) ?? writtenByName
  const rows = stories.map(({ hours, status, ...story }, index) => {
    const child = children[index % children.length]
    const isShared = status !== 'submitted'
    return {
      guardian: child?.guardians[0],
      status,
      hours,
      row: {
        bodyParts: [],
        firstAid: '',
        prevention: '',
        ...story,
        status,
        tenantId,
        writtenBy,
        writtenByName,
        id: randomUUID(),
        eventId: randomUUID(),
        studentId: child?.id,
        sessionId:
          sessions.find(({ status: state }) => state === (hours < 6 ? 'in-progress' : 'completed'))?.id ?? null,
        supervisedBy: writtenByName,
        occurredAt: hoursAgo(scope, hours),
        submittedAt: hoursAgo(scope, hours - 0.5),
        sharedAt: isShared ? hoursAgo(scope, hours - 1) : null,
        sharedByName: isShared ? admin : '',
        closedAt: status === 'closed' ? hoursAgo(scope, hours - 48) : null,
        closedByName: status === 'closed' ? admin : '',
        createdAt: hoursAgo(scope, hours - 0.4),
        updatedAt: hoursAgo(scope, hours - 1),
      },
    }
  })
  await insert(
    scope,
    'incidents',
    rows.map(({ row }) => row),
  )
  await insert(
    scope,
    'incidentAcknowledgments',
    rows.flatMap(({ guardian, status, hours, row: { id: incidentId } }) =>
      guardian && (status === 'acknowledged' || status === 'closed')
        ? [
            {
              tenantId,
              incidentId,
              guardianId: guardian.id,
              typedName: guardian.name,
              acknowledgedAt: hoursAgo(scope, hours - 5),
            },
          ]
        : [],
    ),
  )
}
