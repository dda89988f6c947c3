import { setTimeout as pause } from 'node:timers/promises'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, memoryWhile, quantile, start, stop, type Child } from './children.ts'
import { enrollLearners, query, send, type Headers } from './learners.ts'
import { Nodes, Taker, spreadOver } from './quiz-taker.ts'
import { publish, publishQuizzes, QUESTIONS } from './quiz-course.ts'

const LEARNERS = 1000
/** Milliseconds within which all of them press Start. */
const START_MS = 5000
/** Versions that the author publishes meanwhile. */
const VERSIONS = 3
/** In a second, of all of them. */
const SAVES_PER_SECOND = 33
const PAGE_COUNT = 10
/** Milliseconds after the end at which the server looks: what is on its way until then counts. */
const WIRE_GRACE_MS = 15_000
const MINUTE_MS = 60_000
/** Milliseconds until the minute at least in which all attempts end, and into it: its beginning finds what ends in it. */
const MIN_AHEAD_MS = 5000
const INTO_MINUTE_MS = 30_000
/** Milliseconds that are waited until all are over. */
const END_TIMEOUT_MS = 120_000

interface Attempts {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
  /** Seconds for which the thousand take the quiz. */
  seconds: number
}

/** A thousand who press Start within five seconds, who take a quiz, and whose time is over in the same second. */
export async function measureAttempts({ databaseUrl, dataDir, seconds }: Attempts): Promise<void> {
  const { admin, tenantId, subdomain } = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', ['--working'], databaseUrl, dataDir)
  const signIn = { email: admin, password: PASSWORD }
  const { cookie } = await call(platform.port, '/api/login', { host: 'localhost' }, signIn)
  const author = { host: 'localhost', cookie }
  const { courseId, lessonIds } = await publishQuizzes(platform, author, ['Assessment'])
  const [lessonId = ''] = lessonIds
  const learners = await enrollLearners(platform, databaseUrl, {
    tenantId,
    subdomain,
    courseId,
    lessons: lessonIds.length,
    count: LEARNERS,
  })
  const nodes = new Nodes([platform.port])
  const takers = learners.map((headers, place) => new Taker(nodes, headers, place))
  report(`\nAn assessment of ${QUESTIONS} questions with ${LEARNERS} learners`)

  await startAll(platform, takers, { author, courseId, lessonId, nodes })
  await countAttempts(databaseUrl, lessonId)
  await takeAll(platform, takers, { seconds, nodes })
  await countAnswers(databaseUrl, lessonId, takers)
  await endAll(databaseUrl, takers, lessonId)
  printRefused(nodes)
  nodes.close()
  await stop(platform)
}

interface Start {
  author: Headers
  courseId: string
  lessonId: string
  nodes: Nodes
}

async function startAll(
  platform: Child,
  takers: readonly Taker[],
  { author, courseId, lessonId, nodes }: Start,
): Promise<void> {
  let published = 0
  const publishing = async () => {
    for (let version = 1; version <= VERSIONS; version++) {
      await pause(START_MS / (VERSIONS + 1))
      await send(platform, author, 'PUT', `/api/lms/lessons/${lessonId}`, { title: `Assessment ${version}` })
      await publish(platform, author, courseId)
      published++
    }
  }
  const [times] = await Promise.all([spreadOver(START_MS, takers, (taker) => taker.begin(lessonId)), publishing()])
  report(`\n| ${takers.length} begin within ${START_MS / 1000} s | |\n|---|---:|`)
  report(`| p50 ms | ${quantile(times, 0.5)} |\n| p95 ms | ${quantile(times, 0.95)} |`)
  report(`| versions published meanwhile | ${published} |`)
  report(`| other answers than 200 | ${countRefused(nodes)} |`)
}

/** Counts the attempts, which must be one for each person. */
export async function countAttempts(databaseUrl: string, lessonId: string): Promise<void> {
  const [row] = await query(
    databaseUrl,
    `select count(*)::int as attempts, count(distinct user_id)::int as people from lms_quiz_attempts where lesson_id = $1`,
    [lessonId],
  )
  report(`| attempts afterwards | ${row?.['attempts']} of ${row?.['people']} learners |`)
}

/** Checks that every answer is there that was said to be saved, and none that was not sent. */
export async function countAnswers(databaseUrl: string, lessonId: string, takers: readonly Taker[]): Promise<void> {
  const rows = await query<{ attempt: string; item: number; sequence: string; answered: boolean }>(
    databaseUrl,
    `select a.id as attempt, w.item, w.sequence, w.answer is not null as answered
      from lms_quiz_attempts a join lms_quiz_answers w on w.tenant_id = a.tenant_id and w.attempt_id = a.id
      where a.lesson_id = $1`,
    [lessonId],
  )
  const kept = new Map(
    rows.map(({ attempt, item, sequence, answered }) => [`${attempt} ${item}`, answered && sequence]),
  )
  const saved = takers.flatMap(({ attemptId, saved: items }) =>
    [...items].map(([item, sequence]) => ({ key: `${attemptId} ${item}`, sequence: String(sequence) })),
  )
  const lost = saved.filter(({ key, sequence }) => kept.get(key) !== sequence).length
  report(`| answers afterwards | ${rows.length} of ${saved.length} that were saved |\n| of these lost | ${lost} |`)
}

/** Each saves an answer every half a minute, and opens the page anew every hundred seconds. */
async function takeAll(
  platform: Child,
  takers: readonly Taker[],
  { seconds, nodes }: { seconds: number; nodes: Nodes },
): Promise<void> {
  const spread = (perSecond: number, act: (taker: Taker, round: number) => Promise<void>, first: number) =>
    repeatPerSecond(perSecond, seconds, async (count) => {
      const taker = takers[(first + count) % takers.length]
      if (taker) await act(taker, Math.floor(count / takers.length))
    })
  const { made, memory } = await memoryWhile(platform, seconds, () =>
    Promise.all([
      spread(SAVES_PER_SECOND, (taker, round) => taker.answer((round % QUESTIONS) + 1), 0),
      spread(PAGE_COUNT, (taker) => taker.open(), takers.length / 2),
    ]),
  )
  const [saves, pages] = made
  report(
    `\n| ${takers.length} take it, ${SAVES_PER_SECOND} saves and ${PAGE_COUNT} pages a second for ${seconds} s | p50 ms | p95 ms |`,
  )
  report('|---|---:|---:|')
  report(`| an answer is saved | ${quantile(saves, 0.5)} | ${quantile(saves, 0.95)} |`)
  report(`| the page is opened | ${quantile(pages, 0.5)} | ${quantile(pages, 0.95)} |`)
  report(`\n| afterwards | |\n|---|---:|`)
  report(memory)
  report(`| other answers than 200 | ${countRefused(nodes)} |`)
}

/** So many a second, whether or not the answers before have come. @returns how long each took */
async function repeatPerSecond(
  perSecond: number,
  seconds: number,
  act: (count: number) => Promise<void>,
): Promise<number[]> {
  const began = performance.now()
  const sent: Promise<number>[] = []
  const timed = async (count: number) => {
    const at = performance.now()
    await act(count)
    return performance.now() - at
  }
  for (let count = 0; count < seconds * perSecond; count++) {
    await pause(Math.max(0, began + (count * 1000) / perSecond - performance.now()))
    sent.push(timed(count))
  }
  return Promise.all(sent)
}

/**
 * The time of all attempts is over at one moment: every other browser hands in just then, and the server ends those of the
 * others, which are closed.
 */
async function endAll(databaseUrl: string, takers: readonly Taker[], lessonId: string): Promise<void> {
  const ends = Math.ceil((Date.now() + MIN_AHEAD_MS) / MINUTE_MS) * MINUTE_MS + INTO_MINUTE_MS
  const looks = ends + WIRE_GRACE_MS
  await query(
    databaseUrl,
    'update lms_quiz_attempts set ends_at = $2, check_at = $3 where lesson_id = $1 and finished_at is null',
    [lessonId, new Date(ends).toISOString(), new Date(looks).toISOString()],
  )
  await pause(ends - Date.now())
  const handingIn = takers.filter((_, place) => place % 2 === 0)
  await Promise.all(handingIn.map((taker) => taker.finish()))
  const handedIn = Date.now() - ends
  await pause(Math.max(0, looks - Date.now()))
  const isOver = async () => {
    const [left] = await query(
      databaseUrl,
      'select count(*)::int as open from lms_quiz_attempts where lesson_id = $1 and finished_at is null',
      [lessonId],
    )
    return left?.['open'] === 0
  }
  let over = await isOver()
  while (!over && Date.now() < looks + END_TIMEOUT_MS) {
    await pause(200)
    over = await isOver()
  }
  const seconds = (Date.now() - looks) / 1000
  report(`\n| ${takers.length} end in one moment | |\n|---|---:|`)
  report(`| s until ${handingIn.length} who submit then have their score | ${(handedIn / 1000).toFixed(1)} |`)
  report(
    `| s from when the server looks until all are finished | ${over ? seconds.toFixed(1) : `more than ${END_TIMEOUT_MS / 1000}`} |`,
  )
  await countEnded(databaseUrl, takers.length, lessonId)
}

async function countEnded(databaseUrl: string, all: number, lessonId: string): Promise<void> {
  const completed = `from lms_learning_log g where g.lesson_id = $1 and g.what = 'completed'`
  const certified = 'from lms_certificates k where k.course_id = max(a.course_id::text)::uuid'
  const [row] = await query(
    databaseUrl,
    `select (count(*) filter (where state = 'finished' and score is not null))::int as graded,
        (select count(*)::int ${completed}) as completed,
        (select count(distinct enrollment_id)::int ${completed}) as "completedBy",
        (select count(*)::int ${certified}) as certificates,
        (select count(distinct user_id)::int ${certified}) as certified
      from lms_quiz_attempts a where a.lesson_id = $1`,
    [lessonId],
  )
  report(`| graded | ${row?.['graded']} of ${all} |`)
  report(`| lessons completed | ${row?.['completed']} of ${row?.['completedBy']} learners |`)
  report(`| certificates | ${row?.['certificates']} of ${row?.['certified']} learners |`)
}

export const countRefused = (nodes: Nodes): number => [...nodes.refused.values()].reduce((sum, count) => sum + count, 0)

/** Prints the refusals; any of them makes the benchmark end with 1. */
export function printRefused(nodes: Nodes): void {
  for (const [why, count] of nodes.refused) report(`${count} times: ${why}`)
  if (nodes.refused.size > 0) process.exitCode = 1
}
