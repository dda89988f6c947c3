import { useRouter } from '@tanstack/react-router'
import type { PageInfo } from '#core/web/page.ts'
import { usePlatform } from '#core/web/session.ts'
import { exists } from '#core/web/shell/admission.ts'

/** The pages behind the hub, the core's and those of the plugins that are on, in the order of their tabs. */
export function useSettingsTabs() {
  const platform = usePlatform()
  return Object.values(useRouter().routesById)
    .flatMap((route) => {
      const page = route.options.staticData as PageInfo | undefined
      if (!page?.tab || !exists(platform, page)) return []
      return [{ ...page.tab, title: page.title, to: route.fullPath }]
    })
    .toSorted((a, b) => a.order - b.order)
}
