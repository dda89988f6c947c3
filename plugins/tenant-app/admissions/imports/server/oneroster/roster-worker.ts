import { parentPort } from 'node:worker_threads'
import { AppError } from '#core/server/errors.ts'
import { yieldToRequests } from '#core/server/threads.ts'
import { readRoster } from './read-roster.ts'
import type { RosterHead, RosterPart, RosterQuestion } from './roster-thread.ts'
import { listedFiles, type Roster } from './roster.ts'
import type { UnpackedRoster } from './unpack-roster.ts'

/** The thread that reads one archive and ends; `readRosterInThread` starts it. */

yieldToRequests()

/** Number of lines in one part: smaller parts need many messages. */
const PART_SIZE = 1000

let parts: Iterator<RosterPart> = [].values()

function answer(question: RosterQuestion): RosterHead | RosterPart | null {
  if (question === 'next') return parts.next().value ?? null
  try {
    const roster = readRoster(toBuffers(question.unpacked), question.today)
    parts = listParts(roster)
    const { version, source, modes, remarks } = roster
    return { version, source, modes, remarks }
  } catch (error) {
    const refused = findRefusal(error)
    if (refused === undefined) throw error
    return { refused }
  }
}

/** Message with which an archive is refused; undefined for any other error. */
const findRefusal = (error: unknown): string | undefined =>
  error instanceof AppError && error.status === 400 ? Object.values(error.fields ?? {})[0] : undefined

/** Converts the plain byte arrays of a message to buffers. */
const toBuffers = ({ manifest, files, otherFiles }: UnpackedRoster): UnpackedRoster => ({
  manifest: manifest && Buffer.from(manifest),
  files: new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes)])),
  otherFiles,
})

function* listParts(roster: Roster): Generator<RosterPart, undefined> {
  for (const people of split(roster.people)) yield { people }
  for (const classes of split(roster.classes)) yield { classes }
  for (const enrollments of split(roster.enrollments)) yield { enrollments }
  for (const problems of split(roster.problems)) yield { problems }
  for (const file of listedFiles) for (const ids of split([...roster.named[file]])) yield { named: { file, ids } }
}

function* split<Line>(lines: readonly Line[]): Generator<Line[]> {
  for (let start = 0; start < lines.length; start += PART_SIZE) yield lines.slice(start, start + PART_SIZE)
}

parentPort?.on('message', (question: RosterQuestion) => parentPort?.postMessage(answer(question), []))
