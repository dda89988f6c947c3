interface PersonNameProps {
  name: string
  className?: string | undefined
}

/** The name of a person where it stands alone, which a browser's translator leaves as it is. */
export function PersonName({ name, className }: PersonNameProps) {
  return (
    <span className={className} translate="no">
      {name}
    </span>
  )
}
