"""``croupier house``: all breaches with their clauses, and the notices that a change owes."""

from __future__ import annotations

from pathlib import Path

from tests.cli.driver import croupier

HEAD = 'croupier = 1\ngame = "red-dog"\n'


def write(tmp_path: Path, text: str, name: str = "house.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_a_file_that_only_names_its_game_is_lawful(tmp_path: Path) -> None:
    run = croupier("house", "check", write(tmp_path, HEAD), "--json")
    assert run.code == 0
    assert run.document["breaches"] == [] and run.document["warnings"] == []
    plain = croupier("house", "check", write(tmp_path, "croupier = 1\n"), "--game", "red-dog")
    assert plain.code == 0 and "lawful" in plain.out


def test_everything_wrong_is_listed_at_once(tmp_path: Path) -> None:
    text = HEAD + (
        'decks = 0\nminimum = 2.5\nmaximum = "none"\ndeks = 3\nante = "5"\ndealing = "hand"\n'
        '[payouts.spread]\n1 = "9 to 2"\n2 = "5 for 1"\n12 = "1 to 1"\n'
        '[rulings]\nR-16 = "melted"\nR-99 = "x"\n'
    )
    run = croupier("house", "check", write(tmp_path, text), "--json")
    assert run.code == 1
    breaches = {b["key"]: b for b in run.document["breaches"]}
    assert breaches["decks"]["rule"] == "1(a)"
    assert breaches["minimum"]["finding"] == "X-09" and "float" in breaches["minimum"]["message"]
    assert breaches["maximum"]["finding"] == "X-09"
    assert "did you mean decks" in breaches["deks"]["message"]
    assert breaches["dealing"]["rule"] == "1(c)"
    assert breaches["payouts.spread.1"]["rule"] == "5(i)(2)"
    assert '"to"' in breaches["payouts.spread.2"]["message"]
    assert breaches["rulings.R-16"]["finding"] == "R-16"
    assert {"payouts.spread.12", "rulings.R-99", "ante"} <= set(breaches)
    assert run.document["error"]["kind"] == "house"
    plain = croupier("house", "check", write(tmp_path, text))
    assert plain.code == 1 and plain.err.count("\n") == 1
    assert plain.out.count("breach:") == len(breaches)


def test_limits_must_agree(tmp_path: Path) -> None:
    run = croupier(
        "house", "check", write(tmp_path, HEAD + 'minimum = "50"\nmaximum = "20"\n'), "--json"
    )
    assert run.code == 1 and run.document["breaches"][0]["finding"] == "X-09"


def test_files_that_cannot_be_understood(tmp_path: Path) -> None:
    for text in (
        "",
        "croupier = 1\n",
        'croupier = 9\ngame = "red-dog"\n',
        "x = [",
        HEAD + "rulebook = 3\n",
    ):
        run = croupier("house", "check", write(tmp_path, text), "--json")
        assert run.code == 2 and run.document["error"]["kind"] == "malformed", text
    assert croupier("house", "check", write(tmp_path, HEAD), "--game", "blackjack").code == 2


def test_a_rulebook_that_the_game_does_not_have_is_a_breach_beside_the_others(
    tmp_path: Path,
) -> None:
    text = HEAD + 'rulebook = "nj"\nminimum = "0"\n'
    run = croupier("house", "check", write(tmp_path, text), "--json")
    assert run.code == 1
    assert [breach["key"] for breach in run.document["breaches"]] == ["rulebook", "minimum"]


def test_what_should_be_known_is_listed_beside_what_is_wrong(tmp_path: Path) -> None:
    text = 'croupier = 1\ngame = "double-cross-poker"\nminimum = "0"\napprovals.shoe = "none"\n'
    run = croupier("house", "check", write(tmp_path, text), "--json")
    assert run.code == 1 and [b["key"] for b in run.document["breaches"]] == ["minimum"]
    assert "approvals.shoe" in [warning["key"] for warning in run.document["warnings"]]


def test_a_difference_says_whose_favour_and_which_notice(tmp_path: Path) -> None:
    old = write(
        tmp_path,
        HEAD + 'decks = 6\nminimum = "5"\n[payouts.spread]\n1 = "6 to 1"\n2 = "4 to 1"\n',
        "old",
    )
    new = write(
        tmp_path,
        HEAD + 'decks = 8\nminimum = "10"\n[payouts.spread]\n1 = "5 to 1"\n2 = "5 to 1"\n',
        "new",
    )
    run = croupier("house", "diff", old, new, "--json")
    assert run.code == 0
    changes = {c["key"]: c for c in run.document["changes"]}
    assert changes["decks"]["favours"] == "player"
    assert changes["payouts.spread.1"]["favours"] == "house"
    assert (
        changes["payouts.spread.1"]["rule"] == "5(i)(3)" and changes["payouts.spread.1"]["notice"]
    )
    assert (
        changes["payouts.spread.2"]["favours"] == "player"
        and changes["payouts.spread.2"]["notice"] is None
    )
    assert changes["minimum"]["favours"] == "nobody"
    assert "notice" in croupier("house", "diff", old, new).out
    assert "nothing differs" in croupier("house", "diff", old, old).out
