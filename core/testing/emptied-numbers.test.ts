import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type JSXOpeningElement } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Number fields and what they become when they are emptied (spec part 2, section 5). */
const emptiedNumbers: readonly (readonly [name: string, becomes: number, file: string])[] = [
  ['duration', 0, 'plugins/lms/authoring/lessons/web/LessonFields.tsx'],
  ['order', 1, 'plugins/lms/authoring/lessons/web/LessonFields.tsx'],
  ['estimatedDuration', 0, 'plugins/lms/authoring/courses/web/CourseFields.tsx'],
  ['estimatedDuration', 0, 'plugins/training-builder/builder/web/ModuleDialog.tsx'],
  ['duration', 0, 'plugins/training-builder/builder/web/SectionDialog.tsx'],
  ['maxParticipants', 0, 'plugins/tenant-app/scheduling/sessions/web/SessionFields.tsx'],
]

function attributeOf({ attributes }: JSXOpeningElement, name: string): unknown {
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== name) continue
    const { value } = attribute
    if (value?.type === 'Literal') return value.value
    if (value?.type === 'JSXExpressionContainer' && value.expression.type === 'Literal') return value.expression.value
  }
  return undefined
}

test.for(emptiedNumbers)('the field %s becomes %i when it is emptied: %s', async ([name, becomes, file]) => {
  const found: unknown[] = []
  new Visitor({
    JSXOpeningElement: (element) => {
      if (attributeOf(element, 'name') === name) found.push(attributeOf(element, 'whenEmptied'))
    },
  }).visit(parseSync(file, await readFile(`${root}${file}`, 'utf8')).program)
  expect(found).toEqual([becomes])
})
