import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { readMarkdown, toPlainText } from './markdown.ts'

const text = `---
title: 'Bells: A Course'
tags: [bells, sound]
---

# Ring

Once a day.

## By hand

\`\`\`yaml
minutes: 5
\`\`\`

Take the rope.

### And hold it

Tight.

\`\`\`yaml
questions: [Loud?]
\`\`\`

# Stop
`

test('headings of two levels divide a text; YAML before and within them gives its fields', async () => {
  const file = join(await temporaryFolder(), 'bells.md')
  await writeFile(file, text)
  const { fields, body, sections } = readMarkdown(pathToFileURL(file))
  expect({ fields, body }).toEqual({ fields: { title: 'Bells: A Course', tags: ['bells', 'sound'] }, body: [] })
  expect(sections.map(({ title }) => title)).toEqual(['Ring', 'Stop'])
  const [ring] = sections
  expect(toPlainText(ring?.body ?? [])).toBe('Once a day.')
  const [byHand] = ring?.sections ?? []
  expect(byHand).toMatchObject({ title: 'By hand', fields: { minutes: 5, questions: ['Loud?'] } })
  expect(toPlainText(byHand?.body ?? [])).toBe('Take the rope.\n\n### And hold it\n\nTight.')
})
