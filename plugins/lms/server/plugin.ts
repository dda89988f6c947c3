import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { categoriesContract, categorySettings } from '../categories/contract.ts'

/** Courses: so far the categories that they are sorted under. */
export const lms = definePlugin({
  id: 'lms',
  settings: categorySettings,
  setup: () => ({
    routes: [
      mount(categoriesContract, {
        courseCategories: async ({ core }) => (await core.settings.of(categorySettings)).courseCategories,
      }),
    ],
  }),
})
