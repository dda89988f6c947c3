import { z } from 'zod'
import { readMarkdown, toPlainText, type Section } from '#core/server/seed/markdown.ts'
import { givenModules } from '../modules/contract.ts'

/** Files of `projects/`: projects about building, measuring, and speaking. */
const names = [
  'line-following-robot',
  'my-first-video-game',
  'bridges-that-hold',
  'kitchen-chemistry',
  'water-rockets',
  'school-garden-lab',
  'two-sides-one-room',
  'a-neighbourhood-for-5-000',
  'three-minutes-close-to-home',
  'instruments-from-scrap',
]

/** Modules of one project of the catalog, by its title. */
const demoTraining = z.object({ project: z.string(), modules: givenModules })
type DemoTraining = z.output<typeof demoTraining>

function toSection({ title, fields, body }: Section): object {
  const text = toPlainText(body)
  return { ...fields, title, content: { ...(text && { text }), ...(fields['content'] as object | undefined) } }
}

const toModule = ({ title, fields, body, sections }: Section) => ({
  ...fields,
  title,
  description: toPlainText(body),
  content: { sections: sections.map(toSection) },
})

/** Reads the modules of projects: front matter, modules as first-level headings, sections as second-level ones. */
export const readTraining = (): DemoTraining[] =>
  names.map((name) => {
    const { fields, sections } = readMarkdown(new URL(`projects/${name}.md`, import.meta.url))
    return demoTraining.parse({ ...fields, modules: sections.map(toModule) })
  })
