import type { ReactNode } from 'react'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { ErasureOutlook } from '../../records/erasure/contract.ts'
import * as styles from './ErasureOutlook.css.ts'
import { capitalize } from './capitalize.ts'

interface ErasureOutlookProps {
  outlook: ErasureOutlook
  /** List of other users' texts to choose from. */
  children: ReactNode
}

/** Shows which data is deleted, and which stays for which reason. */
export function ErasureOutlook({ outlook: { called, goes, stays, notes, guardians }, children }: ErasureOutlookProps) {
  return (
    <div className={styles.outlook}>
      <p className={styles.quiet}>This {called} is erased at once and for ever. Nothing undoes it.</p>
      {guardians.length > 0 && (
        <Banner tone="info">
          {guardians.map(({ name }) => name).join(' and ')} {guardians.length === 1 ? 'has' : 'have'} no other child
          here. Erase {guardians.length === 1 ? 'this guardian' : 'these guardians'} from People as well, if nothing
          else needs them.
        </Banner>
      )}
      <section>
        <h3 className={styles.title}>What goes</h3>
        <ul className={styles.list}>
          {goes.map((one) => (
            <li key={one.called}>{entryText(one)}</li>
          ))}
          {goes.length === 0 && <li>The name, and everything that identifies the person</li>}
        </ul>
      </section>
      {stays.length > 0 && (
        <section>
          <h3 className={styles.title}>What stays without the name, and why</h3>
          <ul className={styles.list}>
            {stays.map((one) => (
              <li key={one.called}>
                {entryText(one)}. <span className={styles.why}>{one.why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className={styles.title}>Texts of others with the name</h3>
        {children}
      </section>
      <Disclosure label="Files, emails, audit log and backups">
        {() => (
          <ul className={styles.list}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Disclosure>
    </div>
  )
}

const entryText = ({ called, count }: { called: string; count: number }) =>
  `${capitalize(called)}${count > 1 ? ` (${count.toLocaleString('en')})` : ''}`
