/** The trellis: crossing slats with something growing through them. Decoration beside the product's name. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--trellis-accent)" />
      <g fill="none" stroke="var(--trellis-accent-text)" strokeLinecap="round" strokeWidth="2.4">
        <path d="M8 11.5h16M8 20.5h16M12 7v18M20 7v18" strokeOpacity=".55" />
        <path d="M12 25c0-6.5 8-5 8-11.5 0-2-1.2-3.5-3-4" />
      </g>
      <circle cx="12" cy="11.5" r="2.6" fill="var(--trellis-accent-text)" />
      <circle cx="20" cy="20.5" r="2.6" fill="var(--trellis-accent-text)" />
    </svg>
  )
}
