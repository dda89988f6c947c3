import { shortQueue } from '#core/server/short-queue.ts'
import { askThread, startThread } from '#core/server/threads.ts'
import { refuseFile } from '../refuse-file.ts'
import { listedFiles, type ListedFile, type Roster } from './roster.ts'
import type { UnpackedRoster } from './unpack-roster.ts'

/** Archive that the thread reads, or the wish for the next part of what it has read. */
export type RosterQuestion = { unpacked: UnpackedRoster; today: string } | 'next'

/** The parts of a roster that are short, or the reason why nothing can be imported. */
export type RosterHead = Pick<Roster, 'version' | 'source' | 'modes' | 'remarks'> | { refused: string }

/** Some of the lines of a roster: to take all of them at once would keep requests waiting. */
export type RosterPart = Partial<Pick<Roster, 'people' | 'classes' | 'enrollments' | 'problems'>> & {
  named?: { file: ListedFile; ids: string[] }
}

const TIME_LIMIT_MS = 60_000
const HEAP_LIMIT_MB = 512

const TOO_SLOW = 'This archive takes too long. Export fewer classes at once.'

const program = new URL('roster-worker.ts', import.meta.url)

const queue = shortQueue({
  concurrency: 1,
  waiting: 10,
  refusal: 'Many files are being read right now. Please try again in a minute.',
})

/**
 * Reads an archive like `readRoster`, away from the thread that answers requests.
 * @throws invalid 400 at `file` where nothing in it can be imported
 * @throws busy 503 when too many wait already or it takes too long
 */
export function readRosterInThread(unpacked: UnpackedRoster, today: string): Promise<Roster> {
  return queue(async () => {
    const worker = startThread(program, { heapLimit: HEAP_LIMIT_MB })
    const limit = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS)
    const ask = <Answer>(question: RosterQuestion) => askThread<Answer>(worker, question, TOO_SLOW)
    try {
      const head = await ask<RosterHead>({ unpacked, today })
      if ('refused' in head) refuseFile(head.refused)
      const named = Object.fromEntries(listedFiles.map((file) => [file, new Set()])) as Roster['named']
      const roster: Roster = { ...head, people: [], classes: [], enrollments: [], problems: [], named }
      for (let part = await ask<RosterPart | null>('next'); part; part = await ask<RosterPart | null>('next')) {
        addPart(roster, part)
      }
      return roster
    } finally {
      clearTimeout(limit)
      await worker.terminate()
    }
  })
}

function addPart(roster: Roster, { people, classes, enrollments, problems, named }: RosterPart): void {
  roster.people.push(...(people ?? []))
  roster.classes.push(...(classes ?? []))
  roster.enrollments.push(...(enrollments ?? []))
  roster.problems.push(...(problems ?? []))
  for (const id of named?.ids ?? []) roster.named[named?.file ?? 'users.csv'].add(id)
}
