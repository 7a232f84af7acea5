const letters: Readonly<Record<string, string>> = {
  // Ukrainian, by resolution 55 of the Cabinet of Ministers, 27 January 2010.
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'h',
    ґ: 'g',
    д: 'd',
    е: 'e',
    є: 'ie',
    ж: 'zh',
    з: 'z',
    и: 'y',
    і: 'i',
    ї: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
  },
  ...{
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ь: '',
    ю: 'iu',
    я: 'ia',
  },
  // What other languages have besides: Russian, Bulgarian, Belarusian, Serbian, Macedonian.
  ...{
    ё: 'e',
    ъ: '',
    ы: 'y',
    э: 'e',
    ў: 'u',
    ђ: 'dj',
    ј: 'j',
    љ: 'lj',
    њ: 'nj',
    ћ: 'c',
    џ: 'dz',
    ѓ: 'gj',
    ќ: 'kj',
    ѕ: 'dz',
  },
}

/** Where a word begins. */
const initials: Readonly<Record<string, string>> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

/** Cyrillic letters of a text in lower case by Latin ones; all else stays. `мар’яна згурська` → `mariana zghurska`. */
export const latinFromCyrillic = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?<=\p{Script=Cyrillic})['’ʼ](?=\p{Script=Cyrillic})/gu, '')
    .replaceAll('зг', 'zgh')
    .replace(/(?<!\p{L})[єїйюя]/gu, (letter) => initials[letter] ?? letter)
    .replace(/\p{Script=Cyrillic}/gu, (letter) => letters[letter] ?? letter)
