import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { subjectOf } from '../../../core/testing/dependencies.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const guides = [
  'README.md',
  'cli/README.md',
  'core/README.md',
  'core/operations/README.md',
  'core/decisions/README.md',
  'config/testing/bench/README.md',
  'plugins/README.md',
  'plugins/tutorial.md',
  ...plugins.map(({ id }) => `plugins/${id}/README.md`),
]

test('the README is read within a few minutes, the page of a plugin on one screen', async () => {
  const words = (await read('README.md')).split(/\s+/)
  expect(words.length).toBeLessThanOrEqual(900)
  for (const { id } of plugins) {
    const lines = (await read(`plugins/${id}/README.md`)).split('\n')
    expect(lines.length, id).toBeLessThanOrEqual(60)
  }
})

/** An anchor as hosts of repositories make it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test.for(guides)('%s links to files and headings that exist', async (guide) => {
  const links = [...(await read(guide)).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target)
  const broken: string[] = []
  for (const link of links) {
    const target = new URL(link, new URL(guide, root))
    const [, anchor] = link.split('#')
    target.hash = ''
    if (!existsSync(target)) broken.push(link)
    else if (anchor) {
      const headings = [...(await readFile(target, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
      if (!headings.map(anchorOf).includes(anchor)) broken.push(link)
    }
  }
  expect(broken).toEqual([])
})

test('each wing and subject of a plugin is on its page', async () => {
  const missing: string[] = []
  for (const { id } of plugins) {
    const page = await read(`plugins/${id}/README.md`)
    const files = await readdir(new URL(`plugins/${id}/`, root), { recursive: true })
    const folders = new Set(files.flatMap((file) => subjectOf(`plugins/${id}/${file}`)?.split('/').slice(2) ?? []))
    for (const name of folders) if (!page.includes(`\`${name}\``)) missing.push(`${id}/${name}`)
  }
  expect(missing).toEqual([])
})

test('each decision record is in the index with its status and date, which `vitest --update` writes anew', async () => {
  const files = (await readdir(new URL('core/decisions/', root))).filter((file) => /^\d/.test(file)).toSorted()
  const lines: string[] = []
  for (const file of files) {
    const heading = /^# (\d+)\.? (.+)\n\nStatus: (.+?)\. Date: (\d{4}-\d\d-\d\d)\./.exec(
      await read(`core/decisions/${file}`),
    )
    expect(heading, `${file} begins with number, title, status and date`).not.toBeNull()
    const [, number, title, status, date] = heading ?? []
    lines.push(`- ${number?.padStart(4, '0')} [${title}](${file}) · ${status}, ${date}`)
  }
  const page = `# Decision records\n\nEach gives context, decision, alternatives and consequences. A new one takes the next number.\n\n${lines.join('\n')}\n`
  await expect(page).toMatchFileSnapshot('../../../core/decisions/README.md')
})
