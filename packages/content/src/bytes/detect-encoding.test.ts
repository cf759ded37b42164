import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './charset.ts'

/** Sentences of pages without a declaration, written by an independent encoder. */
const undeclared = [
  {
    label: 'shift_jis',
    text: '冬の間、島へ渡る船は朝と夕方の二回だけ出ます。乗り場は駅の北側にあります。',
    base64:
      'k36CzIrUgUGTh4LWk26C6ZFEgs2SqYLGl1uV+4LMk/GJ8YK+gq+Pb4LcgreBQo/mguiP6oLNiXeCzJZrkaSCyYKgguiC3IK3gUI=',
  },
  {
    label: 'euc-jp',
    text: 'この図書館では、古い地図と手紙を予約なしで見ることができます。',
    base64: 'pLOkzr/evfG026THpM+horjFpKTDz7/epMi86rvmpPLNvczzpMqkt6THuKuk66SzpMikrKTHpK2k3qS5oaM=',
  },
  {
    label: 'gb18030',
    text: '周末的市场从早上六点开始，新鲜的蔬菜和水果都来自附近的村庄。',
    base64: '1tzEqbXEytCzobTT1OfJz8H5teO/qsq8o6zQws/KtcTK37LLus3Lrrn7trzAtNfUuL29/LXEtOXXr6Gj',
  },
  {
    label: 'big5',
    text: '山上的步道在下雨之後容易滑倒，請穿著合適的鞋子再出發。',
    base64: 'pHOkV6q6qEK5RKZipFWrQqSnq+GuZan2t8aty6FBvdCs77Xbpli+Qaq6vmOkbKZBpVi1b6FD',
  },
  {
    label: 'euc-kr',
    text: '도서관은 월요일에 쉬고, 다른 날에는 아침 아홉 시부터 문을 엽니다.',
    base64:
      'tbW8rbD8wLogv/m/5MDPv6Egvayw7SwgtNm4pSCzr7+htMIgvsbEpyC+xsipIL3Dus7FzSC5rsC7IL+xtM+02S4=',
  },
  {
    label: 'windows-1251',
    text: 'Вечером поезд приходит на станцию без опоздания, билеты продаются у входа.',
    base64:
      'wuX35fDu7CDv7uXn5CDv8Oj17uTo8iDt4CDx8uDt9uj+IOHl5yDu7+7n5ODt6P8sIOHo6+Xy+yDv8O7k4P7y8f8g8yDi9e7k4C4=',
  },
  {
    label: 'koi8-r',
    text: 'Мастерская закрыта на ремонт, новые часы работы появятся на этой странице.',
    base64:
      '7cHT1MXS08vB0SDawcvS2dTBIM7BINLFzc/O1Cwgzs/X2cUg3sHT2SDSwcLP1Nkg0M/R19HU09EgzsEg3NTPyiDT1NLBzsnDxS4=',
  },
  {
    label: 'ibm866',
    text: 'Паром уходит с пристани каждый день в семь часов утра, кроме воскресенья.',
    base64:
      'j6Dgrqwg4+WupKjiIOEgr+Co4eKgraggqqCmpOupIKSlrewgoiDhpazsIOeg4a6iIOPi4KAsIKrgrqylIKKu4argpeGlrezvLg==',
  },
  {
    label: 'windows-1253',
    text: 'Το πλοίο φεύγει από το λιμάνι κάθε πρωί και επιστρέφει το βράδυ.',
    base64:
      '1O8g8Ovv3+8g9uX94+XpIOHw/CD07yDr6ezc7ekg6tzo5SDw8fnfIOrh6SDl8Onz9PHd9uXpIPTvIOLx3OT1Lg==',
  },
  {
    label: 'windows-1254',
    text: 'Kütüphane akşam sekize kadar açıktır, girişte üyelik kartınızı gösteriniz.',
    base64:
      'S/x0/HBoYW5lIGFr/mFtIHNla2l6ZSBrYWRhciBh5/1rdP1yLCBnaXJp/nRlIPx5ZWxpayBrYXJ0/W79ev0gZ/ZzdGVyaW5pei4=',
  },
  {
    label: 'windows-1255',
    text: 'הספרייה פתוחה בכל יום חול משעות הבוקר ועד הערב, והכניסה חופשית.',
    base64: '5PH0+Onp5CD0+uXn5CDh6+wg6eXtIOfl7CDu+fLl+iDk4eX3+CDl8uMg5PL44Swg5eTr8Onx5CDn5fT56fou',
  },
  {
    label: 'windows-1256',
    text: 'تفتح المكتبة أبوابها كل صباح وتغلق في المساء، والدخول إليها مجاني.',
    base64:
      'yt3KzSDH4ePfysjJIMPI5sfI5ccg3+Eg1cjHzSDmytvh3iDd7SDH4ePTx8GhIObH4c/O5uEgxeHt5ccg48zH5O0u',
  },
  {
    label: 'windows-874',
    text: 'ห้องสมุดเปิดทุกวันตั้งแต่เช้าจนถึงเย็น และเข้าชมได้โดยไม่เสียค่าใช้จ่าย',
    base64:
      'y+nNp8rB2LTgu9S0t9ihx9G5tdHpp+G16OCq6dKoubbWp+DC57kg4cXQ4KLp0qrB5LTp4rTC5MHo4MrVwqTo0uOq6ajo0sI=',
  },
  {
    label: 'windows-1250',
    text: 'Muzeum jest czynne codziennie oprócz poniedziałków, a wstęp wolny przysługuje dzieciom i młodzieży.',
    base64:
      'TXV6ZXVtIGplc3QgY3p5bm5lIGNvZHppZW5uaWUgb3By82N6IHBvbmllZHppYbNr83csIGEgd3N06nAgd29sbnkgcHJ6eXOzdWd1amUgZHppZWNpb20gaSBts29kemllv3ku',
  },
  {
    label: 'windows-1257',
    text: 'Muziejus dirba kiekvieną dieną, išskyrus pirmadienius, o įėjimas vaikams nemokamas.',
    base64:
      'TXV6aWVqdXMgZGlyYmEga2lla3ZpZW7gIGRpZW7gLCBp8HNreXJ1cyBwaXJtYWRpZW5pdXMsIG8g4etqaW1hcyB2YWlrYW1zIG5lbW9rYW1hcy4=',
  },
  {
    label: 'windows-1252',
    text: 'Das Museum ist täglich geöffnet, außer an Feiertagen; für Schüler ist der Eintritt frei.',
    base64:
      'RGFzIE11c2V1bSBpc3QgdORnbGljaCBnZfZmZm5ldCwgYXXfZXIgYW4gRmVpZXJ0YWdlbjsgZvxyIFNjaPxsZXIgaXN0IGRlciBFaW50cml0dCBmcmVpLg==',
  },
  {
    label: 'iso-8859-6',
    text: 'تفتح المكتبة أبوابها في التاسعة صباحا، ويمكن للزوار قراءة الخرائط القديمة والرسائل دون موعد.',
    base64:
      'yuHKzSDH5OXjysjJIMPI6MfI58cg4eogx+TKx9PZySDVyMfNx6wg6Orl4+Yg5OTS6MfRIOLRx8HJIMfkztHHxtcgx+Tiz+rlySDox+TR08fG5CDP6OYg5ejZzy4=',
  },
] as const

const ascii = (text: string) => Buffer.from(text, 'latin1')
const toBytes = (base64: string) => Buffer.from(base64, 'base64')

for (const { label, text, base64 } of undeclared) {
  test(`an undeclared text in ${label} is known by its letters`, () => {
    const long = 'const value = 1;\n'.repeat(10_000)
    for (const head of ['<html><body><p>', '<html lang="en"><p>', `<script>${long}</script><p>`]) {
      const page = Buffer.concat([ascii(head), toBytes(base64)])
      assert.equal(decodeText(page, 'html', 'text/html').text, head + text)
    }
    const table = Buffer.concat([ascii('1;2;'), toBytes(base64), ascii('\r\n')])
    assert.equal(decodeText(table, 'text', 'text/csv').text, `1;2;${text}\r\n`)
  })
}
