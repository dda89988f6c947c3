import pg from 'pg'
import { call, printLatencies, quantile, start, stop } from './children.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { report } from '../../../core/testing/report.ts'

const COURSES = 500
const LESSONS = 200
const ROUNDS = 100
/** Characters of a lesson whose saving is measured: 50 kB. */
const LONG_LENGTH = 50_000

interface Authoring {
  /** With at least 5,000 users. */
  databaseUrl: string
  dataDir: string
}

type Body = Record<string, unknown>

/** Measures what authors wait for, and what learners open: courses by the hundred, and one of 200 lessons. */
export async function measureAuthoring({ databaseUrl, dataDir }: Authoring): Promise<void> {
  const { admin, member, subdomain } = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const signIn = async (host: string, email: string) => {
    const { cookie } = await call(platform.port, '/api/login', { host }, { email, password: PASSWORD })
    return { host, cookie }
  }
  const author = await signIn('localhost', admin)
  const learner = await signIn(`${subdomain}.localhost`, member)
  const send = async (method: 'POST' | 'PUT', path: string, body: Body) => {
    const answer = await call(platform.port, path, author, body, method)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.body as { id: string; updatedAt: string }
  }

  for (let number = 1; number <= COURSES; number++) {
    const title = `Course ${number}`
    const { id } = await send('POST', '/api/lms/courses', { title, description: 'Of many things. '.repeat(20) })
    await send('POST', '/api/lms/lessons', { courseId: id, title: 'Welcome' })
    await send('PUT', `/api/lms/courses/${id}`, { status: 'published' })
  }
  const { id: courseId } = await send('POST', '/api/lms/courses', { title: 'A long course' })
  const lessons: string[] = []
  for (let number = 1; number <= LESSONS; number++) {
    const lesson = { courseId, title: `Lesson ${number}`, content: 'What there is to know about it.\n\n'.repeat(100) }
    lessons.push((await send('POST', '/api/lms/lessons', lesson)).id)
  }
  await send('PUT', `/api/lms/courses/${courseId}`, { status: 'published' })

  await analyze(databaseUrl)
  report(`\n${COURSES} courses, one of ${LESSONS} lessons`)
  await printLatencies(platform.port, ['/api/lms/courses'], author, ROUNDS)
  await printLatencies(
    platform.port,
    ['/api/tenant/course-catalog', '/api/tenant/course-catalog?limit=24', `/api/tenant/courses/${courseId}`],
    learner,
    ROUNDS,
  )

  report('\n| written one after the other, alone | p50 ms | p95 ms |\n|---|---:|---:|')
  const [first = ''] = lessons
  await printWriting('A lesson of 50 kB is saved', (round) =>
    send('PUT', `/api/lms/lessons/${first}`, { content: `${round} ${'x'.repeat(LONG_LENGTH - 10)}` }),
  )
  await printWriting(`${LESSONS} lessons are put into another order`, (round) => {
    const order = round % 2 === 0 ? lessons : lessons.toReversed()
    return send('PUT', '/api/lms/lessons/batch-order', { lessons: order.map((id, place) => ({ id, order: place })) })
  })
  await printWriting(`${LESSONS} lessons are published`, async (round) => {
    await send('PUT', `/api/lms/lessons/${first}`, { title: `Lesson of round ${round}` })
    return async () => send('PUT', `/api/lms/courses/${courseId}`, { status: 'published' })
  })
  await stop(platform)
}

/** Analyzes the database, as the server does by itself within a minute. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

/** @param write measured; what it answers as a function is measured in its place */
async function printWriting(name: string, write: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  // The first ones warm up.
  for (let round = -5; round < ROUNDS / 2; round++) {
    let began = performance.now()
    const prepared = await write(round)
    if (typeof prepared === 'function') {
      began = performance.now()
      await (prepared as () => Promise<unknown>)()
    }
    if (round >= 0) times.push(performance.now() - began)
  }
  report(`| ${name} | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
}
