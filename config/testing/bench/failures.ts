import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { report } from '../../../core/testing/report.ts'
import { accounts, PASSWORD } from './accounts.ts'
import { countAnswers, countAttempts, printRefused, countRefused } from './attempts.ts'
import { call, quantile, start, stop } from './children.ts'
import { scratchDatabase, seed } from './databases.ts'
import { enrollLearners } from './learners.ts'
import { publishQuizzes } from './quiz-course.ts'
import { Nodes, Taker, spreadOver } from './quiz-taker.ts'

const LEARNERS = 1000
/** Milliseconds within which all of them press Start, and into them until something fails. */
const START_MS = 5000
const FAILURE_AT_MS = 2500
/** Milliseconds that PostgreSQL is away. */
const OUTAGE_MS = 10_000
/** Share of answers that never arrive. */
const LOST_SHARE = 0.05
/** Questions that each of them answers, and milliseconds that they think about each. */
const ANSWERS_EACH = 3
const THINK_MS = 5000

/**
 * A thousand who press Start within five seconds and answer three questions, while PostgreSQL is stopped, a node is killed
 * or answers are lost: no learner gets two attempts, and no answer is lost that was said to be saved. On a PostgreSQL of its
 * own, which it can stop.
 */
export async function measureFailures(directory: string): Promise<void> {
  const data = join(directory, 'stopped')
  await mkdir(data, { recursive: true })
  const flags = ['max_wal_size=4GB']
  let server = await startEmbeddedPostgres(data, flags)
  try {
    const databaseUrl = await scratchDatabase(server.url, 'bench_failures')
    seed(databaseUrl, directory, ['--organizations', '100', '--users', '10000'])
    const { admin, tenantId, subdomain } = await accounts(databaseUrl)
    const [one, other] = [
      await start('platform-server.ts', ['--working'], databaseUrl, directory),
      await start('platform-server.ts', ['--working'], databaseUrl, directory),
    ]
    const signIn = { email: admin, password: PASSWORD }
    const { cookie } = await call(one.port, '/api/login', { host: 'localhost' }, signIn)
    const titles = ['Answers are lost', 'PostgreSQL is stopped', 'A node is killed']
    const { courseId, lessonIds } = await publishQuizzes(one, { host: 'localhost', cookie }, titles)
    const enrolled = { tenantId, subdomain, courseId, lessons: titles.length, count: LEARNERS }
    const learners = await enrollLearners(one, databaseUrl, enrolled)

    const run = async (lessonId: string, failure: string, nodes: Nodes, fail: () => Promise<unknown>) => {
      const takers = learners.map((headers, place) => new Taker(nodes, headers, place))
      const began = performance.now()
      const [times] = await Promise.all([
        spreadOver(START_MS, takers, async (taker) => {
          await taker.begin(lessonId)
          for (let item = 1; item <= ANSWERS_EACH; item++) {
            await pause(THINK_MS)
            await taker.answer(item)
          }
        }),
        pause(FAILURE_AT_MS).then(fail),
      ])
      report(
        `\n| ${LEARNERS} begin within ${START_MS / 1000} s and answer ${ANSWERS_EACH} questions, ${failure} | |\n|---|---:|`,
      )
      const waited = times.map((time) => time - ANSWERS_EACH * THINK_MS)
      report(`| p50 ms waited | ${quantile(waited, 0.5)} |\n| p95 ms waited | ${quantile(waited, 0.95)} |`)
      report(`| s until all had answered | ${((performance.now() - began) / 1000).toFixed(1)} |`)
      report(`| requests sent again | ${nodes.again} |\n| refused | ${countRefused(nodes)} |`)
      await countAttempts(databaseUrl, lessonId)
      await countAnswers(databaseUrl, lessonId, takers)
      printRefused(nodes)
      nodes.close()
    }

    const [lost = '', stopped = '', killed = ''] = lessonIds
    const both = [one.port, other.port]
    await run(lost, `${LOST_SHARE * 100} % of the answers are lost`, new Nodes(both, LOST_SHARE), async () => undefined)
    await run(stopped, `PostgreSQL is stopped for ${OUTAGE_MS / 1000} s`, new Nodes(both), async () => {
      await server.stop()
      await pause(OUTAGE_MS)
      server = await startEmbeddedPostgres(data, flags)
    })
    await run(killed, 'one of two nodes is killed', new Nodes(both), async () => {
      const ended = once(other.process, 'exit')
      other.process.kill('SIGKILL')
      await ended
    })
    await stop(one)
  } finally {
    await server.stop()
  }
}
