import { useId, useState } from 'react'
import type { ApiScopeGroup } from '#core/contract/api-tokens.ts'
import { fold } from '#core/contract/fold.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useFormField } from '../../ui/forms/useFormField.ts'
import * as styles from './ApiTokens.css.ts'

const optionsOf = ({ group, read, write }: ApiScopeGroup) => [
  ...(read ? [{ id: `${group}:read`, label: 'Read' }] : []),
  ...(write ? [{ id: `${group}:write`, label: 'Change' }] : []),
]

/** Areas of the API, each to read and to change, of the form around it. */
export function ScopesField({ groups }: { groups: readonly ApiScopeGroup[] }) {
  const { value, onChange, error } = useFormField('scopes')
  const [search, setSearch] = useState('')
  const legend = useId()
  const chosen = value as readonly string[]
  const shown = groups.filter(({ label }) => fold(label).includes(fold(search.trim())))
  const choose = (ids: readonly string[], kept: readonly string[]) => {
    const others = chosen.filter((scope) => !ids.includes(scope))
    onChange([...others, ...kept])
  }
  const readable = shown.filter(({ read }) => read).map(({ group }) => `${group}:read`)
  return (
    <section aria-labelledby={legend}>
      <div className={styles.head}>
        <span id={legend} className={styles.legend}>
          Permissions ({chosen.length} selected)
        </span>
        <Button size="small" onPress={() => choose(readable, readable)}>
          Select read access for all shown
        </Button>
      </div>
      <SearchField label="Search areas" value={search} onChange={setSearch} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area has to be reached by keyboard */}
      <div className={styles.scopes} tabIndex={0} role="group" aria-label="Areas">
        {shown.length === 0 && <p className={styles.note}>No areas match your search.</p>}
        {shown.map((group) => {
          const options = optionsOf(group)
          const ids = options.map(({ id }) => id)
          return (
            <CheckboxGroup
              key={group.group}
              label={group.label}
              options={options}
              value={chosen.filter((scope) => ids.includes(scope))}
              onChange={(kept) => choose(ids, kept)}
            />
          )
        })}
      </div>
      {error && <Banner tone="error">{error}</Banner>}
    </section>
  )
}
