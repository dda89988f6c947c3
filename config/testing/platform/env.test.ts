import { expect, test } from 'vitest'
import { coreEnvironment, EnvironmentError, readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { backup } from '#plugins/backup/plugin.ts'

const ofPlugins = plugins.flatMap(({ environment }) => environment ?? [])

const given = { DATABASE_URL: 'postgres://nowhere/trellis', SESSION_KEY: '1'.repeat(64) }

function problemsOf(variables: Record<string, string>): string {
  try {
    readEnv({ ...given, ...variables }, ofPlugins)
    return ''
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
}

test.for<[string, number | string[]]>([
  ['0', 0],
  ['1', 1],
  ['10', 10],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
])('TRUST_PROXY=%s is understood', ([value, meaning]) => {
  expect(readEnv({ ...given, TRUST_PROXY: value }).trustProxy).toEqual(meaning)
})

test('without TRUST_PROXY no proxy is trusted', () => {
  expect(readEnv(given)).toMatchObject({ trustProxy: 0, trustForwardedHost: false })
})

test.for([
  'true',
  'yes',
  '-1',
  '11',
  '1.5',
  'loopback',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '127.1',
  '10.0.0.5,,',
])('TRUST_PROXY=%s is refused in words', (value) => {
  expect(problemsOf({ TRUST_PROXY: value })).toMatch(/TRUST_PROXY: Must be the number of proxies/)
})

test('a forwarded host needs a trusted proxy', () => {
  expect(problemsOf({ TRUST_FORWARDED_HOST: '1' })).toContain('TRUST_FORWARDED_HOST: needs TRUST_PROXY')
  expect(problemsOf({ TRUST_FORWARDED_HOST: '1', TRUST_PROXY: '1' })).toBe('')
})

test('with a pooler the address of the server itself is what everything but scopes uses', () => {
  const direct = 'postgres://server/trellis'
  expect(readEnv(given)).toMatchObject({ databaseUrl: given.DATABASE_URL, poolerUrl: undefined })
  const behind = readEnv({ ...given, DATABASE_DIRECT_URL: direct })
  expect(behind).toMatchObject({ databaseUrl: direct, poolerUrl: given.DATABASE_URL })
  expect(problemsOf({ DATABASE_URL: '', DATABASE_DIRECT_URL: direct })).toContain('DATABASE_DIRECT_URL: goes past')
})

test('production needs an https address, unless explicitly overridden', () => {
  const production = { NODE_ENV: 'production' }
  for (const address of [{ PUBLIC_URL: '' }, { PUBLIC_URL: 'http://learn.example.org' }]) {
    expect(problemsOf({ ...production, ...address })).toMatch(
      /PUBLIC_URL: required in production, with https.*INSECURE_HTTP=1/,
    )
    expect(problemsOf({ ...production, ...address, INSECURE_HTTP: '1' })).toBe('')
  }
  expect(readEnv({ ...given, ...production, PUBLIC_URL: 'HTTPS://Learn.example.org/' }).publicUrl).toBe(
    'https://learn.example.org',
  )
})

test('errors in variables of plugins are reported together with all others', () => {
  const wrong = { PORT: 'none', BACKUP_PASSPHRASE: 'short', BACKUP_S3_URL: 'https://s3.example.org/bucket' }
  expect(problemsOf(wrong)).toMatch(/PORT: [^]*BACKUP_PASSPHRASE: Must have at least 12 characters/)
  const { BACKUP_PASSPHRASE: _, ...keyless } = wrong
  expect(problemsOf(keyless)).toMatch(/BACKUP_S3_ACCESS_KEY: required with BACKUP_S3_URL/)
})

test('a plugin reads its own variables', () => {
  const { environment } = backup
  expect(environment && readEnv({ ...given, UPGRADE_WITHOUT_BACKUP: '1' }).of(environment)).toMatchObject({
    passphrase: undefined,
    s3: undefined,
    beforeUpgrade: false,
  })
})

/** Lays out a table as the formatter does. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const [head = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n')
}

test('operators read a description of each variable, which `vitest --update` writes anew', async () => {
  const variables = [coreEnvironment, ...ofPlugins].flatMap((part) => part.variables)
  expect(variables.filter(({ description }) => description === '')).toEqual([])
  const rows = variables.map((variable) => [`\`${variable.name}\``, variable.default, variable.description])
  const page = `# Environment variables\n\nAll are optional; a wrong value stops the start with every problem listed.\n\n${markdownTable([['variable', 'default', ''], ...rows])}\n`
  await expect(page).toMatchFileSnapshot('../../../cli/environment.md')
})
