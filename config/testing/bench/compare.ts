import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { report } from '../../../core/testing/report.ts'
import { ask, call, start, stop, type Child } from './children.ts'
import type { BareRoute, Statement } from './messages.ts'

interface Measured {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** An endpoint, who asks for it, and how the bare server makes the same answer. */
export interface Case {
  name: string
  path: string
  host: string
  cookie: string
  bare: Omit<BareRoute, 'path' | 'statements' | 'columns'>
}

export const CONNECTIONS = 20

async function fire(port: number, { path, host, cookie }: Case, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { host, cookie },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const mean = (first: Measured, second: Measured): Measured => ({
  rate: (first.rate + second.rate) / 2,
  p50: (first.p50 + second.p50) / 2,
  p99: (first.p99 + second.p99) / 2,
})

/** Ours and the bare one in turns, so that whatever else the machine does meets both. */
async function compare(
  platform: Child,
  bare: Child,
  measured: Case,
  barePath: string,
  seconds: number,
): Promise<{ ours: Measured; bare: Measured }> {
  const plain = { ...measured, path: barePath }
  await fire(platform.port, measured, 1)
  await fire(bare.port, plain, 1)
  const first = { ours: await fire(platform.port, measured, seconds), bare: await fire(bare.port, plain, seconds) }
  const second = { ours: await fire(platform.port, measured, seconds), bare: await fire(bare.port, plain, seconds) }
  return { ours: mean(first.ours, second.ours), bare: mean(first.bare, second.bare) }
}

/** The statements behind one answer, and the answer. Run on a fresh server, so that nothing is in its memory yet. */
async function capture(
  platform: Child,
  { path, host, cookie }: Case,
): Promise<{ statements: Statement[]; body: unknown }> {
  await ask(platform, { ask: 'capture' }, 'capturing')
  const { status, body } = await call(platform.port, path, { host, cookie })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  const { statements } = await ask(platform, { ask: 'captured' }, 'captured')
  return { statements, body }
}

/**
 * Restricts a statement to one organization: what row-level security adds for the platform is in the text for the bare
 * server, which connects past it.
 */
function ofTenant({ text, values }: Statement, tenantId: string): Statement {
  return {
    text: text.replaceAll(/\b(sessions|students) s\b/g, `(select * from $1 where tenant_id = '${tenantId}') s`),
    values,
  }
}

/** Lists the columns of the first row of an answer, or of the answer itself when it is one object. */
function columnsOf(body: unknown, under: string | undefined): string[] {
  const rows = under ? (body as Record<string, unknown>)[under] : body
  return Object.keys(Array.isArray(rows) ? ((rows[0] as object | undefined) ?? {}) : (rows as object))
}

/** @throws when the two answers are not the same, with the place where they part */
function expectSame(name: string, bare: unknown, platform: unknown): void {
  if (isDeepStrictEqual(bare, platform)) return
  const [first, second] = [JSON.stringify(bare), JSON.stringify(platform)]
  let at = 0
  while (first[at] === second[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
  throw new Error(`${name}: the bare server answers\n${around(first)}\nand the platform\n${around(second)}`)
}

/**
 * A table of how fast the platform and the bare server answer, in turns.
 * @param platform just started, so that nothing is in its memory yet; it is stopped
 * @param seconds of one measurement; each side is measured twice
 */
export async function compareAll(
  platform: Child,
  measured: readonly Case[],
  {
    databaseUrl,
    dataDir,
    tenantId,
    seconds,
  }: { databaseUrl: string; dataDir: string; tenantId: string; seconds: number },
): Promise<void> {
  const captured: { statements: Statement[]; body: unknown }[] = []
  for (const one of measured) captured.push(await capture(platform, one))
  const routes = measured.map((one, index): BareRoute => {
    const { statements = [], body } = captured[index] ?? {}
    const { envelope } = one.bare
    const beside =
      envelope && Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== envelope.under))
    return {
      ...one.bare,
      path: `/${index}`,
      statements: statements.map((statement) => ofTenant(statement, tenantId)),
      columns: columnsOf(body, envelope?.under),
      ...(envelope ? { envelope: { ...envelope, beside: beside ?? {} } } : {}),
    }
  })
  const bare = await start('bare-server.ts', [JSON.stringify(routes)], databaseUrl, dataDir)
  report(
    '\n| endpoint | answers/s | p50 ms | p99 ms | bare answers/s | bare p99 ms | ratio |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  for (const [index, one] of measured.entries()) {
    const plain = await call(bare.port, `/${index}`, {})
    expectSame(one.name, plain.body, captured[index]?.body)
    const { ours, bare: theirs } = await compare(platform, bare, one, `/${index}`, seconds)
    report(
      `| ${one.name} | ${ours.rate.toFixed(0)} | ${ours.p50.toFixed(1)} | ${ours.p99.toFixed(1)} | ${theirs.rate.toFixed(0)} | ${theirs.p99.toFixed(1)} | ${(ours.rate / theirs.rate).toFixed(2)} |`,
    )
  }
  const { rss } = await ask(platform, { ask: 'memory' }, 'memory')
  report(`\nMemory of the node process after the run: ${(rss / 1024 / 1024).toFixed(0)} MB`)
  await Promise.all([stop(platform), stop(bare)])
}
