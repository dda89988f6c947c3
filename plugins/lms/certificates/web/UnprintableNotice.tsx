import { Banner } from '#core/web/ui/feedback/Banner.tsx'

/** Warns of letters that are printed as `?`; nothing where there are none. */
export function UnprintableNotice({ letters, children }: { letters: string | undefined; children: string }) {
  if (!letters) return null
  return (
    <Banner tone="warn">
      “{letters}” cannot be printed on a certificate. {children}
    </Banner>
  )
}
