import type { PaletteFind } from '#core/web/plugin.ts'
import { projectsApi } from './client.ts'

/** Number of results; the page of the list shows more. */
const MAX_SHOWN = 5

export const findProjects: PaletteFind = async (text, signal) => {
  const projects = await projectsApi.listProjects.call({ query: { search: text, limit: MAX_SHOWN } }, signal)
  return projects.map(({ id, title, category, isActive }) => ({
    id,
    label: title,
    description: [category, isActive ? '' : 'inactive'].filter(Boolean).join(', '),
    perform: ({ router }): Promise<void> => router.navigate({ to: '/projects/$id', params: { id } }),
  }))
}
