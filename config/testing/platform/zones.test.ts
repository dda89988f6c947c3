import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Reads the clock of whatever machine runs it: a browser's in Tokyo, a server's in UTC. */
const localGetter = /\.[gs]et(?:Hours|Minutes|Date|Day|Month|FullYear)\(|\.toDateString\(|\.toTimeString\(/
const formats = /\b(?:DateTimeFormat|DateFormatter|toLocaleDateString|toLocaleTimeString)\(/g

/** Files that read the local clock, and why that is right. */
const local: Readonly<Record<string, string>> = {
  'cli/readable-log.ts': 'an operator reads the log of a terminal by the clock of the machine',
}

/** Cuts out what stands between the bracket before `from` and the one that closes it. */
function argumentsAt(text: string, from: number): string {
  let depth = 1
  let end = from
  for (; end < text.length && depth > 0; end++) {
    if (text[end] === '(') depth++
    if (text[end] === ')') depth--
  }
  return text.slice(from, end - 1)
}

/** Says whether a format names its zone, itself or in the options that it is given by name. */
function namesZone(text: string, given: string): boolean {
  if (/\btimeZone\b/.test(given)) return true
  return [...given.matchAll(/\b[a-z]\w*\b/gi)].some(([name]) => {
    const at = text.search(new RegExp(`\\b(?:const|let) ${name}\\b`))
    return at >= 0 && /\btimeZone\b/.test(text.slice(at, text.indexOf('\n}', at)).slice(0, 400))
  })
}

function readsLocalClock(text: string): string[] {
  const getters = text.split('\n').filter((line) => localGetter.test(line))
  const unzoned = [...text.matchAll(formats)].flatMap(({ 0: call, index }) => {
    const given = argumentsAt(text, index + call.length)
    const isQuestion = text.slice(index + call.length + given.length).startsWith(').resolvedOptions()')
    return isQuestion || namesZone(text, given) ? [] : [`${call}${given})`]
  })
  return [...getters, ...unzoned].map((line) => line.trim())
}

it('every day and time of day is formatted in a named zone, never by the clock of a browser or a server', async () => {
  const found: { file: string; line: string }[] = []
  let looked = 0
  for await (const file of glob('{core,plugins,cli,web,config}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(?:test|e2e)\.tsx?$|\/testing\//.test(file)) continue
    looked++
    found.push(...readsLocalClock(await readFile(`${root}${file}`, 'utf8')).map((line) => ({ file, line })))
  }
  expect(looked).toBeGreaterThan(1_000)
  expect(found.filter(({ file }) => !(file in local))).toEqual([])
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(local)))
})

it.each([
  'yesterday.setDate(now.getDate() - 1)',
  'return date.toDateString()',
  "return date.toLocaleDateString(undefined, { weekday: 'long' })",
  "const words = new Intl.DateTimeFormat('en', { hour: 'numeric' })",
  "const shape = { hour: 'numeric' }\nconst words = new Intl.DateTimeFormat('en', shape)",
])('is seen: %s', (text) => {
  expect(readsLocalClock(text)).toHaveLength(1)
})

it.each([
  'const day = date.getUTCDate()',
  "const words = new Intl.DateTimeFormat('en', { timeZone: zone })",
  "const shape = { timeZone: 'UTC' }\nconst words = new Intl.DateTimeFormat('en', { ...shape })",
  'const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone',
])('is right: %s', (text) => {
  expect(readsLocalClock(text)).toEqual([])
})
