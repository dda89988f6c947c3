import { useId } from 'react'
import type { WebhookType } from '#core/contract/webhooks.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx'
import { useFormField } from '../../ui/forms/useFormField.ts'
import * as styles from './Webhooks.css.ts'

/** Events of a webhook, under the headings of their groups, of the form around it. */
export function EventsField({ types }: { types: readonly WebhookType[] }) {
  const { value, onChange, error } = useFormField('types')
  const legend = useId()
  const chosen = value as readonly string[]
  return (
    <section aria-labelledby={legend}>
      <span id={legend} className={styles.legend}>
        Events ({chosen.length} selected)
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area has to be reached by keyboard */}
      <div className={styles.group} tabIndex={0} role="group" aria-label="Events">
        {[...Map.groupBy(types, ({ group }) => group)].map(([group, members]) => {
          const ids = new Set(members.map(({ type }) => type))
          return (
            <CheckboxGroup
              key={group}
              label={group}
              options={members.map(({ type, summary }) => ({ id: type, label: type, description: summary }))}
              value={chosen.filter((type) => ids.has(type))}
              onChange={(kept) => onChange([...chosen.filter((type) => !ids.has(type)), ...kept])}
            />
          )
        })}
      </div>
      {error && <Banner tone="error">{error}</Banner>}
    </section>
  )
}
