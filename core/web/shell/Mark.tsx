/** The trellis: two slats, and something that climbs between them. Decoration beside the product's name. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--trellis-accent)" />
      <g fill="none" stroke="var(--trellis-accent-text)" strokeLinecap="round" strokeWidth="2.6">
        <path d="M11 7v18M21 7v18" strokeOpacity=".5" />
        <path d="M11 24c0-8 10-8 10-16" />
      </g>
      <circle cx="11" cy="23.5" r="3" fill="var(--trellis-accent-text)" />
      <circle cx="21" cy="8.5" r="3" fill="var(--trellis-accent-text)" />
    </svg>
  )
}
