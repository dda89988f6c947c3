import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest(plugins)

const readOperations = (name: string) => readFile(`core/operations/${name}`, 'utf8')

interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

/** Expressions of the dashboard and of the alert rules. */
async function readExpressions(): Promise<string[]> {
  const dashboard = JSON.parse(await readOperations('grafana-dashboard.json')) as Dashboard
  const alerts = await readOperations('alerts.yml')
  return [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
  ]
}

const METRIC = /\b(?:trellis|nodejs|process)_\w+/g

/** Labels that Prometheus adds, and those of histograms. */
const ADDED_LABELS = new Set(['instance', 'job', 'le'])

interface Used {
  metric: string
  labels: string[]
}

/** Metrics of an expression with the labels that it names for each: its matchers, and what it sums by. */
function usesOf(expression: string): Used[] {
  const summed = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  return [...expression.matchAll(METRIC)].map(({ 0: metric, index }) => {
    const [, matchers = ''] = /^\{([^}]*)\}/.exec(expression.slice(index + metric.length)) ?? []
    const matched = [...matchers.matchAll(/(\w+)=/g)].map(([, label = '']) => label)
    return { metric, labels: [...matched, ...summed] }
  })
}

/** Lets each metric of events have a series, and reads what `/metrics` answers: the labels of each name. */
async function scrapeLabels({ core, client }: TestPlatform): Promise<Map<string, Set<string>>> {
  await client().get('/api/platform')
  core.metrics.jobs.inc({ name: 'some.job', outcome: 'failed' })
  core.metrics.stalls.observe({ method: 'GET', route: '/api/platform' }, 1)
  core.metrics.unread.inc({ gauge: 'some_gauge' })
  const { body } = (await client().get('/metrics')) as { body: string }
  const found = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

test('each metric of the dashboard and of the alert rules is exported, with the labels that they name', async ({
  platform,
}) => {
  const exported = await scrapeLabels(platform)
  const uses = (await readExpressions()).flatMap(usesOf)
  expect(uses.length).toBeGreaterThan(20)
  expect(uses.filter(({ metric }) => !exported.has(metric)).map(({ metric }) => metric)).toEqual([])
  const labelled = (metric: string, label: string) =>
    ADDED_LABELS.has(label) || exported.get(metric)?.has(label) === true
  const unknown = uses.flatMap(({ metric, labels }) =>
    labels.filter((label) => !labelled(metric, label)).map((label) => `${metric}{${label}}`),
  )
  expect(unknown).toEqual([])
})

test('each metric of the platform is described to operators, and in the dashboard or the alert rules', async ({
  platform,
}) => {
  const { body } = (await platform.client().get('/metrics')) as { body: string }
  const names = [...body.matchAll(/^# TYPE (trellis_\w+) /gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  const guide = await readOperations('README.md')
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  const expressions = (await readExpressions()).join('\n')
  expect(names.filter((name) => !expressions.includes(name))).toEqual([])
})

test('the guide describes no metric that is not exported, and the README links it', async ({ platform }) => {
  const exported = await scrapeLabels(platform)
  const described = [...(await readOperations('README.md')).matchAll(/`(trellis_\w+)`/g)].map(([, name = '']) => name)
  const bases = new Set([...exported.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
  expect(described.filter((name) => !bases.has(name))).toEqual([])
  expect(await readFile('README.md', 'utf8')).toContain('(core/operations/README.md)')
})
