"""Actions on elements work through real mouse and keyboard events, and wrong ones say what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

LOG = """<p id=log></p><script>
const said = [];
const log = (text) => { said.push(text); document.getElementById('log').textContent = said.join(' '); };
</script>"""


def test_a_click_is_trusted_and_scrolls_into_view(visitor: Any) -> None:
    visitor.open(
        LOG
        + "<div style='height:3000px'></div><button onclick='log(event.isTrusted + \":\" + event.button)'>b</button>"
    )
    assert "'true:0'" in visitor.click("button 'b'").accessibility_tree


def test_it_is_told_where_the_element_lay_before_anything_moved(visitor: Any) -> None:
    placed = "<button style='position:absolute;left:128px;width:256px;height:144px;top:{}px'>{}</button>"
    visitor.open(placed.format(72, "near") + placed.format(1440, "far"))
    assert visitor.click("button 'far'").acted == (0.1, 2.0, 0.2, 0.2)
    assert visitor.step("scroll(0, -2000)").acted is None
    assert visitor.click("button 'near'").acted == (0.1, 0.1, 0.2, 0.2)
    assert visitor.step("click('999')").acted is None


def test_a_link_deep_in_a_scrolled_box_can_be_clicked(visitor: Any) -> None:
    rows = "".join(f"<p><button onclick='log({n})'>row {n}</button></p>" for n in range(40))
    visitor.open(LOG + f"<div style='height:100px;overflow:auto'>{rows}</div>")
    assert "StaticText '37'" in visitor.click("button 'row 37'").accessibility_tree


def test_buttons_and_modifiers_are_passed_on(visitor: Any) -> None:
    visitor.open(
        LOG + "<button onauxclick='log(\"aux\" + event.button)' "
        "onclick='log(event.ctrlKey + \",\" + event.shiftKey)'>b</button>"
    )
    visitor.step(f"click({visitor.id_of('button')!r}, button='middle')")
    visitor.step(f"click({visitor.id_of('button')!r}, modifiers=['Control', 'Shift'])")
    assert "'aux1 true,true'" in visitor.tree


def test_a_double_click_is_one(visitor: Any) -> None:
    visitor.open(LOG + "<button ondblclick='log(\"double\")'>b</button>")
    visitor.step(f"dblclick({visitor.id_of('button')!r})")
    assert "'double'" in visitor.tree


def test_a_covered_element_names_what_covers_it(visitor: Any) -> None:
    visitor.open("<button>b</button><div id=banner style='position:fixed;inset:0'>We use cookies</div>")
    visitor.click("button 'b'")
    assert visitor.problem == "element [4] is covered by <div#banner> 'We use cookies'"


def test_an_element_under_a_sticky_header_is_brought_out(visitor: Any) -> None:
    visitor.open(
        LOG + "<div style='position:sticky;top:0;height:200px;background:#fff'>head</div>"
        "<div style='height:900px'></div><button onclick='log(\"hit\")'>b</button><div style='height:900px'></div>"
    )
    visitor.step("scroll(0, 1000)")
    assert "'hit'" in visitor.click("button 'b'").accessibility_tree


def test_unknown_invisible_disabled_and_removed_elements_are_errors(visitor: Any) -> None:
    visitor.open("<button disabled>off</button><button id=x onclick='this.remove()'>gone</button><p hidden>secret</p>")
    hidden = int(visitor.id_of("button 'gone'")) + 1
    assert "there is no element [999]" in visitor.step("click('999')").last_action_error
    assert "is disabled" in visitor.click("button 'off'").last_action_error
    assert "is not visible" in visitor.step(f"click('{hidden}')").last_action_error
    gone = visitor.id_of("button 'gone'")
    assert visitor.step(f"click('{gone}')").last_action_error == ""
    assert "no longer on the page" in visitor.step(f"click('{gone}')").last_action_error


def test_fill_replaces_text_and_fires_input(visitor: Any) -> None:
    visitor.open(LOG + "<label>Q <input id=q value=old oninput='log(this.value)'></label>")
    visitor.fill("textbox 'Q'", 'new "text" ü')
    assert "value='new \"text\" ü'" in visitor.tree
    assert visitor.seen.focused_element == visitor.id_of("textbox 'Q'")


@pytest.mark.parametrize(
    ("kind", "value", "role"),
    [
        ("number", "12.5", "spinbutton"),
        ("email", "a@b.example", "textbox"),
        ("search", "usb c", "searchbox"),
        ("date", "2027-03-31", "Date"),
        ("range", "70", "slider"),
        ("time", "14:30", "InputTime"),
    ],
)
def test_fields_of_many_types_take_values(visitor: Any, site: Any, kind: str, value: str, role: str) -> None:
    visitor.open(f"<form action=/send><input type={kind} step=any name=v aria-label=V><button>go</button></form>")
    visitor.fill(f"{role} 'V'", value)
    assert visitor.problem == ""
    visitor.click("button 'go'")
    assert [request.query for request in site.requests if request.path == "/send"] == [{"v": value}]


def test_a_value_that_a_field_does_not_take_is_an_error(visitor: Any) -> None:
    visitor.open("<input type=date aria-label=D><input type=number aria-label=N><input type=range max=10 aria-label=R>")
    assert "takes the form 2027-03-31" in visitor.fill("Date 'D'", "31.3.2027").last_action_error
    assert "takes a number" in visitor.fill("spinbutton 'N'", "many").last_action_error
    assert "does not take '99'; it holds '10' now" in visitor.fill("slider 'R'", "99").last_action_error


def test_text_areas_and_editable_elements_are_filled_and_cleared(visitor: Any) -> None:
    visitor.open(
        "<textarea aria-label=T>old</textarea><div contenteditable role=textbox aria-label=E>old <b>bold</b></div>"
    )
    visitor.fill("textbox 'T'", "two\nlines")
    assert "value='two\\nlines'" in visitor.tree
    visitor.fill("textbox 'E'", "fresh")
    assert "StaticText 'fresh'" in visitor.tree
    assert "bold" not in visitor.tree
    visitor.step(f"clear({visitor.id_of(chr(116) + 'extbox ' + repr('T'))!r})")
    assert "two" not in visitor.tree


def test_fill_refuses_what_is_no_field(visitor: Any) -> None:
    visitor.open(
        "<select aria-label=S><option>a</select><input type=checkbox aria-label=C><p>t</p><input readonly aria-label=R>"
    )
    assert "use select_option" in visitor.fill("combobox 'S'", "a").last_action_error
    assert "use click" in visitor.fill("checkbox 'C'", "a").last_action_error
    assert "is no input" in visitor.fill("paragraph", "a").last_action_error
    assert "read-only" in visitor.fill("textbox 'R'", "a").last_action_error


def test_options_are_selected_by_label_or_value(visitor: Any) -> None:
    visitor.open(
        LOG + "<select aria-label=S onchange='log(this.value)'><option value=1>One"
        "<option value=2> Two  words<option disabled>Three</select>"
    )
    select = visitor.id_of("combobox 'S'")
    visitor.step(f"select_option('{select}', 'two words')")
    visitor.step(f"select_option('{select}', '1')")
    assert "StaticText '2 1'" in visitor.tree
    assert "it has 'One', 'Two words', 'Three'" in visitor.step(f"select_option('{select}', 'Four')").last_action_error
    assert "is disabled" in visitor.step(f"select_option('{select}', 'Three')").last_action_error
    assert "one option only" in visitor.step(f"select_option('{select}', ['One', 'Two words'])").last_action_error
    assert "use select_option" in visitor.click("option 'One'").last_action_error


def test_several_options_of_a_list_are_selected(visitor: Any, site: Any) -> None:
    visitor.open(
        "<form action=/s><select multiple name=v aria-label=S>"
        "<option selected>a<option>b<option>c</select><button>go</button></form>"
    )
    visitor.step(f"select_option({visitor.id_of('listbox')!r}, ['b', 'c'])")
    assert visitor.problem == ""
    assert "option 'b', selected=True" in visitor.tree.replace("clickable, ", "")
    assert "option 'a', selected=False" in visitor.tree.replace("clickable, ", "")


def test_check_boxes_are_clicked_even_where_a_label_hides_them(visitor: Any) -> None:
    visitor.open(
        "<style>input{position:absolute;opacity:0;width:0;height:0}</style>"
        "<label style='padding:9px'><input type=checkbox>agree</label>"
        "<label style='padding:9px'><input type=radio name=c>red</label>"
    )
    visitor.click("checkbox 'agree'")
    visitor.click("radio 'red'")
    assert visitor.problem == ""
    assert visitor.tree.count("checked='true'") == 2


def test_keys_and_combinations_are_pressed(visitor: Any, site: Any) -> None:
    visitor.open(
        LOG + "<form action=/find><input name=q aria-label=Q value=abc "
        "onkeydown='log(event.key + \":\" + event.code)'></form>"
    )
    visitor.press("textbox 'Q'", "Control+a")
    visitor.press("textbox 'Q'", "Backspace")
    visitor.press("textbox 'Q'", "x")
    visitor.press("textbox 'Q'", "Shift+y")
    assert "value='xY'" in visitor.tree
    assert "'Control:ControlLeft a:KeyA Backspace:Backspace x:KeyX Shift:ShiftLeft Y:KeyY'" in visitor.tree
    visitor.press("textbox 'Q'", "Enter")
    assert visitor.seen.url == "http://shop.example/find?q=xY"


def test_an_unknown_key_is_an_error(visitor: Any) -> None:
    visitor.open("<input aria-label=Q>")
    assert "'Entre' is no key" in visitor.press("textbox 'Q'", "Entre").last_action_error
    assert "'Hyper' is no modifier" in visitor.press("textbox 'Q'", "Hyper+a").last_action_error


def test_hover_and_focus(visitor: Any) -> None:
    visitor.open(LOG + "<a href=/ onmouseover='log(\"over\")'>l</a><p>t</p>")
    visitor.step(f"hover({visitor.id_of('link')!r})")
    assert "'over'" in visitor.tree
    visitor.step(f"focus({visitor.id_of('link')!r})")
    assert visitor.seen.focused_element == visitor.id_of("link")
    assert "cannot be focused" in visitor.step(f"focus({visitor.id_of('paragraph')!r})").last_action_error


def test_scroll_moves_the_page(visitor: Any) -> None:
    visitor.open(
        LOG + "<script>onscroll = () => { document.title = 'at ' + scrollY }</script><div style='height:5000px'></div>"
    )
    assert visitor.step("scroll(0, 700)").title == "at 700"
    assert visitor.step("scroll(0, -200)").title == "at 500"


def test_drag_and_drop_with_mouse_events_and_with_the_drag_api(visitor: Any) -> None:
    visitor.open(
        LOG
        + """<button id=m>mouse</button><p><a id=d draggable=true href=#>item</a>
        <p><button id=t style="width:200px;height:99px">target</button>
        <script>m.onmousedown = () => log('down'); t.onmouseup = () => log('up');
        d.ondragstart = (e) => { e.dataTransfer.setData('text', 'carried'); log('start') };
        t.ondragover = (e) => e.preventDefault(); t.ondrop = (e) => log(e.dataTransfer.getData('text'));</script>"""
    )
    visitor.step(
        f"drag_and_drop({visitor.id_of('button ' + repr('mouse'))!r}, {visitor.id_of('button ' + repr('target'))!r})"
    )
    assert visitor.problem == ""
    assert "'down up'" in visitor.tree
    visitor.step(f"drag_and_drop({visitor.id_of('link')!r}, {visitor.id_of('button ' + repr('target'))!r})")
    assert visitor.problem == ""
    assert "start carried" in visitor.tree


def test_files_are_refused(visitor: Any) -> None:
    visitor.open("<input type=file aria-label=F>")
    assert "no files" in visitor.step(f"upload_file({visitor.id_of('button')!r}, 'a.txt')").last_action_error
    assert "takes files" in visitor.click("button").last_action_error


def test_elements_inside_frames_are_acted_on(visitor: Any, site: Any) -> None:
    site.pages["/inner"] = (
        "<title>I</title><div style='height:900px'></div><button onclick='this.textContent=\"hit\"'>inner</button>"
    )
    visitor.open(
        "<div style='height:1200px'></div><iframe src=/inner style='height:200px'></iframe><button>outer</button>"
    )
    assert visitor.id_of("button 'inner'").startswith("a")
    seen = visitor.click("button 'inner'")
    assert "button 'hit'" in seen.accessibility_tree
    assert (visitor.problem, seen.acted) == ("", None)


def test_elements_inside_a_shadow_root_are_acted_on(visitor: Any) -> None:
    visitor.open(
        """<my-box></my-box><script>customElements.define('my-box', class extends HTMLElement {
        connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<button>deep</button><input aria-label=Q>';
        this.shadowRoot.querySelector('button').onclick = (e) => { e.target.textContent = 'hit' } } })</script>"""
    )
    assert "button 'hit'" in visitor.click("button 'deep'").accessibility_tree
    visitor.fill("textbox 'Q'", "in the shadow")
    assert "value='in the shadow'" in visitor.tree
