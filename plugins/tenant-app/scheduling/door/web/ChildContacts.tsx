import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import type { PackChild } from '../../rosters/today-contract.ts'
import * as styles from './door.css.ts'

interface ChildContactsProps {
  name: string
  /** undefined where this device holds no pack with the child. */
  contacts: PackChild['contacts'] | undefined
  onShow: () => void
}

/** Shows two people to call about a child, by what this device holds. */
export function ChildContacts({ name, contacts, onShow }: ChildContactsProps) {
  if (!contacts || contacts.length === 0) return null
  return (
    <Disclosure label={`Contacts of ${name}`} onOpen={onShow}>
      {() => (
        <ul className={styles.list}>
          {contacts.map(({ firstName, relationship, phone }) => (
            <li key={`${firstName} ${phone}`}>
              {firstName} ({relationship}): <TextLink href={`tel:${phone}`}>{phone}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
