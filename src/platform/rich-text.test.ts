import assert from 'node:assert/strict'
import { describe as suite, test } from 'node:test'
import { asTyped, parseRichText } from './rich-text.ts'

suite('a rich text', () => {
  const cases: [text: string, plain: string, html: string][] = [
    ['A first chat.', 'A first chat.', '<p>A first chat.</p>'],
    ['One\ntwo\n\nthree', 'One\ntwo\n\nthree', '<p>One<br>two</p><p>three</p>'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
    ['', '', ''],
    ['<p>Hello <b>you</b></p>', 'Hello you', '<p>Hello <b>you</b></p>'],
    ['<ul><li>one<li>two</ul>', 'one\ntwo', '<ul><li>one</li><li>two</li></ul>'],
    [
      '<a href="https://example.test/?a=1&amp;b=2">see</a>',
      'see',
      '<a href="https://example.test/?a=1&amp;b=2" rel="noopener nofollow">see</a>',
    ],
  ]
  test('is typed again as it was, and as HTML only where plain text would not give the same', () => {
    for (const typed of ['One\ntwo\n\nthree', '1 < 2 & 3 > 2', ''])
      assert.equal(asTyped(parseRichText(typed).html), typed)
    for (const html of ['<p>Hello <b>you</b></p>', '<p>a &lt;b&gt; c</p>', '<ul><li>one</li></ul>'])
      assert.equal(asTyped(html), html)
  })
  for (const [text, plain, html] of cases) {
    test(`of ${JSON.stringify(text)}`, () => {
      const made = parseRichText(text)
      assert.equal(made.html, html)
      assert.equal(made.plain.replace(/\n+/g, '\n'), plain.replace(/\n+/g, '\n'))
    })
  }

  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#115;cript:alert(1)">x</a>',
    '<a href="https://x.test/" onmouseover="alert(1)">x</a>',
    "<a href='https://x.test/\"><script>alert(1)</script>'>x</a>",
    '<svg><script>alert(1)</script></svg>',
    '<scr<script>ipt>alert(1)</script>',
    '<style>*{background:url(javascript:alert(1))}</style>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '&lt;script&gt;alert(1)&lt;/script&gt;<b>x</b>',
    '<b><script',
    '<<b>script>alert(1)<</b>/script>',
    '<p title="><script>alert(1)</script>">x</p>',
    '<math><mtext></p><img src onerror=alert(1)>',
  ]
  const allowed =
    /^(?:[^<>]|<\/?(?:b|strong|i|em|u|s|code|p|ul|ol|li|h2|h3|blockquote)>|<br>|<a href="(?:https?:\/\/|mailto:)[^\s"<>]*" rel="noopener nofollow">|<\/a>)*$/
  for (const text of hostile) {
    test(`of ${JSON.stringify(text)} holds no tag and no attribute that is not on the list`, () =>
      assert.match(parseRichText(text).html, allowed))
  }
})
