import { useState } from 'react'
import { findKeys } from '../shell/findKeys.ts'
import { goKeys } from '../shell/goKeys.ts'
import { useNavPlaces } from '../shell/navigation.ts'
import { areSingleKeysOn, setSingleKeys } from '../shell/singleKeys.ts'
import { Switch } from '../ui/fields/Switch.tsx'
import { Stack } from '../ui/layout/Stack.tsx'
import * as styles from './Help.css.ts'

/** Keys that work on every page, and the switch for those without Ctrl. */
export function KeyList() {
  const { places } = useNavPlaces()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const change = (isNowOn: boolean) => {
    setSingleKeys(isNowOn)
    setOn(isNowOn)
  }
  const single: [string[], string][] = [
    [['?'], 'Help with the page'],
    ...[...goKeys(places)].map(([key, { label }]): [string[], string] => [['G', key.toUpperCase()], label]),
  ]
  return (
    <Stack>
      <dl className={styles.keys}>
        {[[[findKeys], 'Find any page or action'] as [string[], string], ...(isOn ? single : [])].map(
          ([keys, label]) => (
            <div key={label} className={styles.key}>
              <dt>
                {keys.length > 1 && (
                  <>
                    <kbd>{keys[0]}</kbd> then{' '}
                  </>
                )}
                <kbd>{keys.at(-1)}</kbd>
              </dt>
              <dd className={styles.meaning}>{label}</dd>
            </div>
          ),
        )}
      </dl>
      <Switch
        label="Keys without Ctrl"
        help="Turn them off on this device if speech input or another tool presses them by mistake."
        isSelected={isOn}
        onChange={change}
      />
    </Stack>
  )
}
