import { shortThreads } from '#core/server/threads.ts'
import { refuseFile } from '../refuse-file.ts'
import { listedFiles, type ListedFile, type Roster } from './roster.ts'
import type { UnpackedRoster } from './unpack-roster.ts'

/** Archive for the thread to read, or a request for the next part of the result. */
export type RosterQuestion = { unpacked: UnpackedRoster; today: string } | 'next'

/** Short parts of a roster, or the reason why no line can be imported. */
export type RosterHead = Pick<Roster, 'version' | 'source' | 'modes' | 'remarks'> | { refused: string }

/** Part of a roster's lines: receiving all of them at once would block requests. */
export type RosterPart = Partial<Pick<Roster, 'people' | 'classes' | 'enrollments' | 'problems'>> & {
  named?: { file: ListedFile; ids: string[] }
}

const inThread = shortThreads(new URL('roster-worker.ts', import.meta.url), {
  heapLimit: 512,
  timeLimit: 60_000,
  concurrency: 1,
  waiting: 10,
  refusals: {
    full: 'Many files are being read right now. Please try again in a minute.',
    slow: 'This archive takes too long. Export fewer classes at once.',
  },
})

/**
 * Reads an archive like `readRoster`, on a thread apart from requests.
 * @throws invalid 400 at `file` where no line can be imported
 * @throws busy 503 when too many readings are queued or it takes too long
 */
export function readRosterInThread(unpacked: UnpackedRoster, today: string): Promise<Roster> {
  return inThread(async (askAnything) => {
    const ask = <Answer>(question: RosterQuestion) => askAnything<Answer>(question)
    const head = await ask<RosterHead>({ unpacked, today })
    if ('refused' in head) refuseFile(head.refused)
    const named = Object.fromEntries(listedFiles.map((file) => [file, new Set()])) as Roster['named']
    const roster: Roster = { ...head, people: [], classes: [], enrollments: [], problems: [], named }
    for (let part = await ask<RosterPart | null>('next'); part; part = await ask<RosterPart | null>('next')) {
      addPart(roster, part)
    }
    return roster
  })
}

function addPart(roster: Roster, { people, classes, enrollments, problems, named }: RosterPart): void {
  roster.people.push(...(people ?? []))
  roster.classes.push(...(classes ?? []))
  roster.enrollments.push(...(enrollments ?? []))
  roster.problems.push(...(problems ?? []))
  for (const id of named?.ids ?? []) roster.named[named?.file ?? 'users.csv'].add(id)
}
