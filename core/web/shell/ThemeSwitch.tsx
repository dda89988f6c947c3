import { Monitor, Moon, Sun } from 'lucide-react'
import { t } from '../text.ts'
import * as styles from './ThemeSwitch.css.ts'
import { setTheme, themes, useTheme } from './theme.ts'
import type { Theme } from './theme.ts'

export const themeNames: Record<Theme, string> = {
  system: t('System theme'),
  light: t('Light theme'),
  dark: t('Dark theme'),
}
export const themeIcons = { system: Monitor, light: Sun, dark: Moon }

/** Three buttons of which one is pressed. */
export function ThemeSwitch() {
  const current = useTheme()
  return (
    <div role="group" aria-label={t('Theme')} className={styles.group}>
      {themes.map((theme) => {
        const Icon = themeIcons[theme]
        return (
          <button
            key={theme}
            type="button"
            aria-label={themeNames[theme]}
            title={themeNames[theme]}
            aria-pressed={theme === current}
            className={styles.button}
            onClick={() => setTheme(theme)}
          >
            <Icon size={14} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
