import { report } from '../../../core/testing/report.ts'
import { call, printLatencies, quantile } from './children.ts'

interface Scoring {
  port: number
  headers: Record<string, string>
}

/** Size of the grid that is measured. */
const COLUMNS = 20
const ROWS = 40
/** Cells saved one after the other. */
const SAVE_COUNT = 200

/** Measures how long a grid of 40 students by 20 challenges takes, and a cell of it to be saved. */
export async function measureScores({ port, headers }: Scoring): Promise<void> {
  const listed = await call(port, `/api/challenges?status=active&limit=${COLUMNS}`, headers)
  const challenges = (listed.body as { id: string }[]).map(({ id }) => id)
  while (challenges.length < COLUMNS) {
    const { body } = await call(port, '/api/challenges', headers, { title: `Challenge ${challenges.length + 1}` })
    challenges.push((body as { id: string }).id)
  }
  await printLatencies(port, [`/api/score-grid?challenges=${challenges.join()}&limit=${ROWS}`], headers, 100)
  const { body: students } = await call(port, `/api/students?limit=${SAVE_COUNT}`, headers)
  const { body: added } = await call(port, '/api/challenges', headers, { title: 'Scored one by one' })
  const { id: challengeId } = added as { id: string }
  const times: number[] = []
  for (const [index, { id: studentId }] of (students as { id: string }[]).entries()) {
    const cells = [{ challengeId, studentId, score: index % 50, seen: null }]
    const began = performance.now()
    const { status } = await call(port, '/api/scores', headers, { cells })
    if (status !== 200) throw new Error(`A score was answered ${status}`)
    times.push(performance.now() - began)
  }
  report(`| \`POST /api/scores\`, one cell | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
}
