import type { PaletteFind } from '#core/web/plugin.ts'
import { studentsApi } from './client.ts'
import { gradeText, nameOf } from './studentLabels.ts'

/** Number of results; the page of the list shows more. */
const MAX_SHOWN = 5

export const findStudents: PaletteFind = async (text, signal) => {
  const students = await studentsApi.listStudents.call({ query: { search: text, limit: MAX_SHOWN } }, signal)
  return students.map((student) => {
    const { id, grade, parentUser, isActive } = student
    const details = [grade && gradeText(grade), parentUser && nameOf(parentUser), isActive ? null : 'inactive']
    return {
      id,
      label: nameOf(student),
      description: details.filter(Boolean).join(', '),
      perform: ({ router }): Promise<void> => router.navigate({ to: '/students/$id', params: { id } }),
    }
  })
}
