import { setTimeout as pause } from 'node:timers/promises'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { call, memoryWhile, printLatencies, quantile, start, stop, type Child } from './children.ts'
import { enrollLearners, query, send as sendBy, type Headers } from './learners.ts'
import { sendFile } from './media.ts'

const COURSES = 500
const LESSONS = 20
const WATCHERS = 1000
/** Heartbeats of all learners per second: each sends one every ten seconds. */
const BEATS_PER_SECOND = 100
const ROUNDS = 100
/** Length of the film, so that no one comes to its end. */
const FILM_SECONDS = 7200

interface Learning {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
  /** Seconds for which the thousand watch. */
  seconds: number
}

/** Measures what learners wait for, one of them alone; and a thousand who watch a film at the same time. */
export async function measureLearning({ databaseUrl, dataDir, seconds }: Learning): Promise<void> {
  const { admin, tenantId, subdomain } = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const { cookie } = await call(
    platform.port,
    '/api/login',
    { host: 'localhost' },
    { email: admin, password: PASSWORD },
  )
  const { courseId, lessonId } = await publishAll(platform, { host: 'localhost', cookie }, databaseUrl)
  const learners = await enrollLearners(platform, databaseUrl, {
    tenantId,
    subdomain,
    courseId,
    lessons: LESSONS,
    count: WATCHERS,
  })
  const [learner] = learners
  if (!learner) throw new Error('The seed made no learners')

  report(`\n${COURSES} courses, one of ${LESSONS} lessons with ${WATCHERS} learners`)
  const course = `/api/tenant/courses/${courseId}`
  const paths = [course, `${course}/lessons/${lessonId}`, '/api/tenant/course-catalog']
  await printLatencies(platform.port, paths, learner, ROUNDS)
  await printBeats(platform, learner, lessonId)
  await watchAll(platform, learners, { lessonId, seconds })
  await stop(platform)
  await countRows(databaseUrl, lessonId)
}

/** @returns the course that is learned, and its film */
async function publishAll(platform: Child, author: Headers, databaseUrl: string) {
  const send = (method: 'POST' | 'PUT', path: string, body: object) => sendBy(platform, author, method, path, body)
  const publish = (id: string) => send('PUT', `/api/lms/courses/${id}`, { status: 'published' })
  for (let number = 1; number < COURSES; number++) {
    const { id } = await send('POST', '/api/lms/courses', { title: `Course ${number}` })
    await send('POST', '/api/lms/lessons', { courseId: id, title: 'Welcome' })
    await publish(id)
  }
  const { id: courseId } = await send('POST', '/api/lms/courses', { title: 'A long course' })
  const film = { courseId, title: 'Film', contentType: 'video' }
  const { id: lessonId } = await send('POST', '/api/lms/lessons', film)
  for (let number = 2; number <= LESSONS; number++) {
    const content = 'What there is to know about it.\n\n'.repeat(100)
    await send('POST', '/api/lms/lessons', { courseId, title: `Lesson ${number}`, content })
  }
  const bytes = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom'), Buffer.alloc(600)])
  const said = { kind: 'lms.course-file', filename: 'film.mp4', owner: courseId }
  const id = await sendFile(platform.port, author, said, bytes.length, [bytes])
  await query(databaseUrl, 'update lms_files set seconds = $2 where id = $1', [id, FILM_SECONDS])
  await send('PUT', `/api/lms/lessons/${lessonId}/content`, {
    contentType: 'video',
    body: { type: 'doc', content: [] },
    details: { file: { id, name: said.filename, mimeType: 'video/mp4' } },
  })
  await publish(courseId)
  return { courseId, lessonId }
}

async function printBeats({ port }: Child, learner: Headers, lessonId: string): Promise<void> {
  const times: number[] = []
  // The first ones warm up.
  for (let round = -10; round < ROUNDS; round++) {
    const began = performance.now()
    const status = await beat(port, learner, lessonId, { played: [[round + 10, round + 11]], place: round + 11 })
    if (status !== 200) throw new Error(`A beat was answered ${status}`)
    if (round >= 0) times.push(performance.now() - began)
  }
  report(`| a beat | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
}

const beat = async (port: number, learner: Headers, lessonId: string, told: object) =>
  (await call(port, `/api/tenant/lessons/${lessonId}/beats`, learner, told)).status

/** Each player reports every ten seconds what it has played since, whether or not the answers before have come. */
async function watchAll(
  platform: Child,
  learners: readonly Headers[],
  { lessonId, seconds }: { lessonId: string; seconds: number },
): Promise<void> {
  const times: number[] = []
  let wrong = 0
  const tell = async (count: number) => {
    const learner = learners[count % learners.length]
    if (!learner) return
    const played = Math.floor(count / learners.length) * (WATCHERS / BEATS_PER_SECOND)
    const began = performance.now()
    const told = {
      played: [[played, played + WATCHERS / BEATS_PER_SECOND]],
      place: played,
      seconds: WATCHERS / BEATS_PER_SECOND,
    }
    const status = await beat(platform.port, learner, lessonId, told).catch(() => 0)
    times.push(performance.now() - began)
    if (status !== 200) wrong++
  }
  const { memory } = await memoryWhile(platform, seconds, async () => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    for (let count = 0; count < seconds * BEATS_PER_SECOND; count++) {
      await pause(Math.max(0, began + (count * 1000) / BEATS_PER_SECOND - performance.now()))
      sent.push(tell(count))
    }
    await Promise.all(sent)
  })
  report(`\n| ${WATCHERS} watch, ${BEATS_PER_SECOND} beats a second for ${seconds} s | |\n|---|---:|`)
  report(`| p50 ms | ${quantile(times, 0.5)} |\n| p95 ms | ${quantile(times, 0.95)} |`)
  report(memory)
  report(`| other answers than 200 | ${wrong} of ${times.length} |`)
}

async function countRows(databaseUrl: string, lessonId: string): Promise<void> {
  const [row] = await query(
    databaseUrl,
    `select count(*)::int as rows, count(distinct user_id)::int as people, sum(covered_seconds)::int as seconds
      from lms_lesson_progress where lesson_id = $1`,
    [lessonId],
  )
  report(`| rows afterwards | ${row?.['rows']} of ${row?.['people']} learners |`)
  report(`| seconds watched | ${row?.['seconds']} |`)
}
