import { request } from 'node:http'
import { report } from '../../../core/testing/report.ts'
import { printLatencies } from './children.ts'

interface Reporting {
  /** Port of a platform with the students, attendance and scores that leaderboards were measured with. */
  port: number
  headers: Record<string, string>
}

const YEAR_QUERY = 'range=last-12-months'

/** Measures how long reports of a year take, and how fast their CSV comes. */
export async function measureReports({ port, headers }: Reporting): Promise<void> {
  const rows = ['student', 'session', 'grade', 'month'].map(
    (by) => `/api/reports/attendance?by=${by}&limit=25&${YEAR_QUERY}`,
  )
  await printLatencies(port, [`/api/reports/attendance/figures?${YEAR_QUERY}`, ...rows], headers, 20)
  await printLatencies(
    port,
    ['progress', 'scores', 'participation'].map((kind) => `/api/reports/${kind}/figures?${YEAR_QUERY}`),
    headers,
    20,
  )
  report('\n| CSV of attendance, a line for each mark | MB | s | MB/s |\n|---|---:|---:|---:|')
  for (let round = 0; round < 2; round++) {
    const { bytes, seconds } = await read(port, `/api/reports/attendance/export?by=entry&${YEAR_QUERY}`, headers)
    const [size, time] = [bytes / 1e6, seconds.toFixed(1)]
    report(`| of a year | ${size.toFixed(1)} | ${time} | ${(size / seconds).toFixed(1)} |`)
  }
}

/** Reads an answer away, without keeping it. */
function read(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ bytes: number; seconds: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ bytes, seconds: (performance.now() - began) / 1000 }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
