import type { Element } from 'domhandler'
import { oneLine, readText } from '#content/html/walk.ts'
import type { PageView, PlacedElement } from './page-view.ts'

const buyWords =
  /add to (?:my )?(?:shopping )?(?:cart|bag|basket|trolley|order|box)|buy (?:it )?now|in den (?:waren|einkaufs)korb|ajouter au panier|aggiungi al carrello|añadir (?:a la|al) (?:cesta|carrito)|agregar al carrito|in (?:de )?winkel(?:wagen|mand)|do koszyka|lägg i varukorg|legg i handlekurv|læg i kurv|adicionar ao carrinho|comprar|в корзину|купить|カートに入れる|加入购物车|장바구니|sepete ekle|pre-?order|acheter|jetzt kaufen|addtocart|add-to-cart|kosárba|v košík|do košíku|u košaricu|lisa ostukorvi|lisää ostoskoriin|pievienot grozam|ielikt grozā|į krepšelį|στο καλάθι|adaug[aă] în co[sș]|thêm vào giỏ|mua ngay|beli sekarang|ke keranjang|เพิ่มลง(?:ใน)?ตะกร้า|ซื้อเลย|הוסף לסל|קנה עכשיו|أضف إلى|اشتر الآن|구매하기|바로구매|購入手続き|立即(?:購買|购买)|加入購物車|(?:馬上|我要)(?:購買|買|搶購)/i

const labelLengthMax = 300

/** What a button says, to those who see it and those who hear it. */
function readLabel(element: Element): string {
  const { attribs } = element
  const text = readText(element, { lengthMax: labelLengthMax })
  const names = ['value', 'aria-label', 'title', 'alt', 'name', 'id', 'data-action'] as const
  return oneLine(
    [text, ...names.map((name) => attribs[name] ?? '')].join(' ').slice(0, labelLengthMax),
  )
}

/** The buttons that put a product into a cart. */
export const buyButtons = ({ buttons }: PageView): readonly PlacedElement[] =>
  buttons.filter(({ element }) => buyWords.test(readLabel(element)))

/** Whether a button cannot be pressed. */
export function isDisabled({ attribs }: Element): boolean {
  if (attribs['disabled'] !== undefined || attribs['aria-disabled'] === 'true') return true
  return /(?:^|[\s_-])(?:disabled|is-disabled|soldout|sold-out|out-of-stock)(?:$|[\s_-])/i.test(
    attribs['class'] ?? '',
  )
}
