import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { requiredText, text } from '#core/contract/fields.ts'
import { transliterate } from '#core/contract/transliteration.ts'

export const courseCategory = z.object({
  value: requiredText(100, 'Value is required'),
  label: requiredText(100, 'Label is required'),
  description: text(500).default(''),
})

export type CourseCategory = z.infer<typeof courseCategory>

const categories = [
  'Science & Engineering',
  'Technology & Design',
  'Critical Thinking & Problem Solving',
  'Teamwork & Communication',
  'Creativity',
]
const toSlug = (label: string) =>
  label
    .split(/[^\p{L}\p{N}]+/u)
    .map(transliterate)
    .filter(Boolean)
    .join('-')
    .slice(0, 90)

/** Builds the value of a category from its label: lower-case ASCII with hyphens, numbered if another category has it. */
export function newCategoryValue(label: string, taken: readonly string[]): string {
  const base = toSlug(label) || 'category'
  let value = base
  for (let count = 2; taken.includes(value); count += 1) value = `${base}-${count}`
  return value
}

/** Courses store the value, and users choose by the label: both have to be unique. */
function rejectDuplicates(list: readonly { value: string; label: string }[], context: z.RefinementCtx): void {
  for (const name of ['value', 'label'] as const) {
    const seen = new Set<string>()
    for (const [index, category] of list.entries()) {
      const key = category[name].toLowerCase()
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, name], message: `Another category has this ${name}` })
      }
      seen.add(key)
    }
  }
}

export const categorySettings = z.object({
  courseCategories: z
    .array(courseCategory)
    .max(200, 'At most 200 categories')
    .superRefine(rejectDuplicates)
    .default(categories.map((label) => ({ value: toSlug(label), label, description: '' }))),
})

export const categoriesContract = {
  courseCategories: endpoint({
    method: 'GET',
    path: '/api/course-categories',
    summary: 'The categories that courses may have',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    response: z.array(courseCategory.pick({ value: true, label: true })),
  }),
} as const
