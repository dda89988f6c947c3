import { Banner } from '#core/web/ui/feedback/Banner.tsx'

/** Warns of characters that are printed as `?`; renders nothing if there are none. */
export function UnprintableNotice({ letters, children }: { letters: string | undefined; children: string }) {
  if (!letters) return null
  return (
    <Banner tone="warn">
      “{letters}” cannot be printed on a certificate. {children}
    </Banner>
  )
}
